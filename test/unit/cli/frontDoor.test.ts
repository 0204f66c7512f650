import assert from 'node:assert/strict';
import { frontDoor, startArguments } from '../../../src/cli/commands/frontDoor.ts';
import { parseVerb } from '../../../src/cli/parseVerb.ts';
import { createTestCli } from './terminal.ts';

const callOf = (...args: readonly string[]) => {
  const call = parseVerb(frontDoor, args);
  assert.ok(call.ok);
  return call.value;
};

describe('the front door', () => {
  const rows: readonly (readonly [given: Parameters<typeof startArguments>[0], args: string, start: string])[] = [
    [{}, '', '--target 5 --limit 15'],
    [{ START_TASK_LIMIT: '2' }, '', '--target 2 --limit 15'],
    [{ START_TASK_ATTEMPT_LIMIT: '7' }, '--yes', '--target 5 --limit 7 --yes'],
    [{ START_INFINITE: '1', START_TASK_LIMIT: '2' }, '', '--infinite'],
    [{ START_INFINITE: '0' }, '--infinite --json', '--infinite --json'],
    [{ ACTIVE_TASK_POOL: '4' }, '--agents rehearsal', '--target 5 --limit 15 --pool 4 --agents rehearsal'],
  ];
  for (const [given, args, start] of rows)
    it(`starts with ${start} for ${JSON.stringify(given)} ${args}`, () =>
      assert.equal(
        startArguments(given, callOf(...args.split(' ').filter((word) => word !== ''))).args.join(' '),
        start,
      ));

  it('takes no variable that means nothing to it', async () => {
    const cli = createTestCli();
    assert.equal(await frontDoor.run(cli, callOf('START_NOTHING=1')), 2);
    assert.match(cli.shown.join('\n'), /takes no START_NOTHING=1/);
  });

  for (const word of ['START_TASK_LIMIT=many', 'START_TASK_ATTEMPT_LIMIT=0', 'ACTIVE_TASK_POOL=x'])
    it(`refuses ${word} before it shows or changes anything`, async () => {
      const cli = createTestCli();
      assert.equal(await frontDoor.run(cli, callOf(word)), 2);
      assert.equal(cli.shown.length, 1, cli.shown.join('\n'));
      assert.match(cli.shown[0] ?? '', new RegExp(`and ${word.split('=')[1]} is none`));
    });

  it('is a person’s', async () => {
    const cli = { ...createTestCli(), actor: { kind: 'job', id: 'job-1' } } as const;
    assert.equal(await frontDoor.run(cli, callOf()), 1);
  });
});
