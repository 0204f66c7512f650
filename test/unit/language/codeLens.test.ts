import assert from 'node:assert/strict';
import { lensesOf } from '../../../src/language/codeLens.ts';
import { noState, startLoopCommand, type LanguageState } from '../../../src/protocol/languageState.ts';
import { parseQueue } from '../../../src/protocol/queue.ts';
import { commandId } from '../../../src/vscode/ids.ts';
import { documentOf } from './documents.ts';

const queue = [
  '## T-2026-0001 - First',
  '- Status: ready',
  '## T-2026-0002 - Second',
  '- Status: `Done`',
  '## T-2026-0003 - Third',
  '- Status: todo',
  '## T-2026-0004 - Fourth',
  '## T-2026-0005 - Fifth',
  '- Status: redy',
].join('\n');
const lenses = (live: LanguageState | null = noState) => lensesOf(documentOf(queue), parseQueue(queue), live);

describe('the lens over a task', () => {
  it('starts a loop on it', () =>
    assert.deepEqual(lenses()[0], {
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 22 } },
      command: { title: 'Start loop on this task', command: commandId('startLoop'), arguments: ['T-2026-0001'] },
    }));

  it('names the command of the editor', () => assert.equal(startLoopCommand, commandId('startLoop')));

  it('is not there in the queue of another checkout', () => assert.deepEqual(lenses(null), []));

  it('is not there for a task that is done or under way, or whose status nobody knows', () => {
    const tasks = [
      { id: 'T-2026-0001', words: 'running', missing: [], startable: false },
      { id: 'T-2026-0003', words: 'given up', missing: [], startable: true },
    ];
    const ids = (found: ReturnType<typeof lenses>) => found.map(({ command }) => command?.arguments?.[0]);
    assert.deepEqual(ids(lenses()), ['T-2026-0001', 'T-2026-0003']);
    assert.deepEqual(ids(lenses({ root: '/repo', tasks, roles: [] })), ['T-2026-0003']);
  });
});
