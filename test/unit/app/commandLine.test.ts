import assert from 'node:assert/strict';
import { createCommandLine, type Asked } from '../../../src/app/commandLine.ts';
import { ok } from '../../../src/base/result.ts';
import type { Command } from '../../../src/core/command.ts';
import { settle } from '../../fakes/manualClock.ts';

const actor = { kind: 'host', id: 'test' } as const;
const free = (job: string): Command => ({ type: 'cancelJob', job, reason: '' });
const fenced = (job: string): Command => ({ type: 'sendPrompt', job, attempt: 1 });
const nameOf = ({ command }: Asked): string => ('job' in command ? command.job : command.type);

/** A line whose log is busy until it is let go on; `bug`: a command whose decision throws. */
function createWorld(bug = '') {
  const groups: (readonly string[])[] = [];
  const waiting: (() => void)[] = [];
  const dispatch = createCommandLine(
    ({ type }) => type === 'sendPrompt',
    async (group, isFenced) => {
      groups.push([...(isFenced ? ['fenced'] : []), ...group.map(nameOf)]);
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (group.some((one) => nameOf(one) === bug)) throw new Error(bug);
      for (const { resolve } of group) resolve(ok([]));
    },
  );
  const goOn = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      next();
      await settle();
    }
  };
  return { groups, dispatch, goOn };
}

describe('a line of commands', () => {
  it('begins at once, and decides together what came while the log was busy', async () => {
    const { groups, dispatch, goOn } = createWorld();
    const answers = ['a', 'b', 'c'].map((job) => dispatch(free(job), actor));
    assert.deepEqual(groups, [['a']]);
    await goOn();
    assert.deepEqual(groups, [['a'], ['b', 'c']]);
    assert.ok((await Promise.all(answers)).every((answer) => answer.ok));
  });

  it('keeps the order, and lets nothing share a transaction that must not', async () => {
    const { groups, dispatch, goOn } = createWorld();
    const commands = [free('a'), free('b'), fenced('c'), fenced('d'), free('e')];
    const answers = commands.map((command) => dispatch(command, actor));
    await goOn();
    assert.deepEqual(groups, [['a'], ['b'], ['fenced', 'c', 'd'], ['e']]);
    await Promise.all(answers);
  });

  it('decides no more than a hundred together', async () => {
    const { groups, dispatch, goOn } = createWorld();
    const answers = Array.from({ length: 251 }, (_, n) => dispatch(free(`${n}`), actor));
    await goOn();
    assert.deepEqual(
      groups.map(({ length }) => length),
      [1, 100, 100, 50],
    );
    await Promise.all(answers);
  });

  it('answers the others where one decision is a bug', async () => {
    const { groups, dispatch, goOn } = createWorld('c');
    const answers = Promise.allSettled(['a', 'b', 'c', 'd'].map((job) => dispatch(free(job), actor)));
    await goOn();
    assert.deepEqual(groups, [['a'], ['b', 'c', 'd'], ['b'], ['c'], ['d']]);
    assert.deepEqual(
      (await answers).map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    );
  });
});
