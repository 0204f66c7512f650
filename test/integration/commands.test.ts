import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createCommands } from '../../src/adapters/process/commands.ts';
import { anyProcessWith, ownSleep, supervised, until, type Supervised } from './support/supervised.ts';

/** Several processes have to be started and to end, on a machine that may be busy. */
const patienceMs = 30_000;
const never = new AbortController().signal;

describe('Commands', () => {
  let place: Supervised;
  beforeEach(async () => {
    place = await supervised();
  });
  afterEach(() => place.close());
  const run = (argv: readonly string[], timeoutMs = 10_000, signal = never, cwd = place.root) =>
    createCommands({
      supervisor: place.supervisor,
      folder: join(place.root, 'commands'),
      env: { PATH: process.env['PATH'] ?? '' },
    }).run({ cwd, argv, timeoutMs }, signal);

  it('tells exit code and the end of all output', async () => {
    const result = await run([
      process.execPath,
      '-e',
      'console.log("out"); console.error("err"); process.exitCode = 3',
    ]);
    assert.deepEqual(
      { ...result, durationMs: 0, tail: result.tail.trim().split('\n').toSorted() },
      { exitCode: 3, timedOut: false, tail: ['err', 'out'], durationMs: 0, problem: null },
    );
    assert.deepEqual(readdirSync(join(place.root, 'commands')), []);
  });

  it('ends a command whose time is over, with what it started', async () => {
    const result = await run(['sh', '-c', `sleep ${ownSleep(2)} & wait`], 200);
    assert.deepEqual([result.exitCode, result.timedOut, await anyProcessWith(ownSleep(2))], [null, true, false]);
  });

  it('names a program that is missing, and a cancel', async () => {
    assert.equal((await run(['no-such-program'])).problem?.code, 'command.notStarted');
    assert.equal((await run(['sleep', '60'], 0, AbortSignal.timeout(100))).problem?.code, 'command.stopped');
  });

  it('ends a command with its host', async () => {
    const { supervisor } = place.another();
    const commands = createCommands({
      supervisor,
      folder: join(place.root, 'commands'),
      env: { PATH: process.env['PATH'] ?? '' },
    });
    const running = commands.run(
      { cwd: place.root, argv: ['sh', '-c', `touch begun; sleep ${ownSleep(3)}`], timeoutMs: 0 },
      never,
    );
    await until(() => existsSync(join(place.root, 'begun')), 'the command to begin', patienceMs);
    supervisor.dispose();
    await assert.rejects(running);
    await until(async () => !(await anyProcessWith(ownSleep(3))), 'the command to end', patienceMs);
    await until(() => readdirSync(join(place.root, 'commands')).length === 0, 'its folder to go', patienceMs);
  });
});
