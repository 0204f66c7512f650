import assert from 'node:assert/strict';
import { treeNode } from '../../../src/app/views/treeNode.ts';
import { commandArguments } from '../../../src/vscode/commandArguments.ts';
import type { Row } from '../../../src/vscode/views/rows.ts';

const row = (session: string, contextValue = 'agent.live', job?: string): Row => ({
  node: treeNode({
    id: session,
    label: session,
    description: '',
    icon: 'x',
    contextValue,
    subject: { session, ...(job === undefined ? {} : { job }) },
  }),
  children: [],
});

describe('what a command of a row is given', () => {
  const [a, b, job] = [row('a'), row('b', 'agent.asks'), row('a', 'delegated.running', 'j')];
  const cases: readonly (readonly [string, Parameters<typeof commandArguments>, readonly string[]])[] = [
    ['texts as they are', ['showSession', ['x', 'y', 1, undefined]], ['x', 'y']],
    ['the part of the row that it is about', ['showSession', [a, undefined]], ['a']],
    ['nothing, where it is about no row', ['openDashboard', [a]], []],
    ['all selected rows of its kind, where it can do several', ['stopSession', [a, [a, b, job]]], ['a', 'b']],
    ['the jobs among them for a job’s', ['cancelJob', [job, [a, b, job]]], ['j']],
    ['one row, where it can do one only', ['showSession', [a, [a, b]]], ['a']],
    ['the row under the pointer, where others are selected', ['stopSession', [a, [b]]], ['a']],
    ['the row, whatever else comes', ['stopSession', [a, ['b', null]]], ['a']],
  ];
  for (const [title, given, expected] of cases)
    it(`is ${title}`, () => assert.deepEqual(commandArguments(...given), expected));
});
