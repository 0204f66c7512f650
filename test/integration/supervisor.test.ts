import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTimeOf } from '../../src/adapters/process/processTable.ts';
import type { LaneSpec } from '../../src/app/ports/agents.ts';
import type { LaneOutcome } from '../../src/core/job/types.ts';
import { laneExitFile, type LaneExit } from '../../src/protocol/agents/laneFiles.ts';
import {
  supervisorEndpoint,
  supervisorProtocol,
  type LaneRequest,
} from '../../src/protocol/agents/supervisorMessages.ts';
import { laneSpec, rehearsalBrief } from '../builders/lane.ts';
import {
  anyProcessOf,
  anyProcessWith,
  startedFile,
  supervised,
  until,
  type Supervised,
  type SupervisedOptions,
} from './support/supervised.ts';

const never = new AbortController().signal;
const quiet = (): void => undefined;
const codeOf = (outcome: LaneOutcome): string => (outcome.kind === 'report' ? 'report' : outcome.problem.code);

describe('Lanes under the supervisor', () => {
  let place: Supervised;
  const open = async (options: SupervisedOptions = {}): Promise<void> => {
    place = await supervised(options);
  };
  afterEach(() => place.close());

  const lane = (id: string, steps: readonly unknown[], changes: Partial<LaneSpec> = {}): LaneSpec => {
    const cwd = join(place.root, `cwd-${id}`);
    mkdirSync(cwd, { recursive: true });
    return laneSpec({
      id,
      access: 'write',
      cwd,
      folder: join(place.root, 'jobs', id),
      brief: rehearsalBrief({}, [{ steps }]),
      ...changes,
    });
  };
  const exitOf = (spec: LaneSpec): LaneExit =>
    laneExitFile.parse(JSON.parse(readFileSync(join(spec.folder, 'exit.json'), 'utf8')));
  const leaderOf = (spec: LaneSpec): number => startedFile(spec).pid;

  it('runs on when the host is killed, and is joined by the next', async () => {
    await open();
    const spec = lane('a', [
      { append: 'starts', text: 'x' },
      { say: 'at work' },
      { waitFor: 'go' },
      { report: 'Done.' },
    ]);
    const program = fileURLToPath(new URL('./support/hostProcess.ts', import.meta.url));
    const host = spawn(process.execPath, [program, join(place.root, 'mam'), JSON.stringify(spec)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(host.stdout, 'data');
    const supervisor = place.pid();
    host.kill('SIGKILL');
    await once(host, 'exit');
    assert.notEqual(await startTimeOf(leaderOf(spec)), null);

    const run = place.lanes.run(
      spec,
      never,
      ({ text }) => text === 'at work' && writeFileSync(join(spec.cwd, 'go'), ''),
    );
    assert.deepEqual({ ...(await run), usage: null }, { kind: 'report', text: 'Done.', usage: null });
    assert.deepEqual([readFileSync(join(spec.cwd, 'starts'), 'utf8'), place.pid()], ['x', supervisor]);
  });

  it('ends what a killed supervisor left, and calls the lane interrupted', async () => {
    await open();
    const spec = lane('a', [{ spawn: 600_000 }, { ignore: 'SIGTERM' }, { say: 'at work' }, { hang: true }]);
    const run = place.lanes.run(spec, never, ({ text }) => text === 'at work' && process.kill(place.pid(), 'SIGKILL'));
    const outcome = await run;
    assert.deepEqual([outcome.kind, codeOf(outcome)], ['interrupted', 'lane.interrupted']);
    assert.deepEqual([await startTimeOf(leaderOf(spec)), exitOf(spec).survivors], [null, 2]);
  });

  for (const [what, isOwned, isFolderGone] of [
    ['a lane', false, false],
    ['a lane whose folder is gone', false, true],
    ['a command', true, false],
  ] as const)
    it(`leaves nothing of ${what} when host and supervisor are killed: the next host has it ended, whatever it is`, async () => {
      await open();
      const folder = join(place.root, 'jobs', 'a');
      // Processes are looked for on the whole machine, where another run of these tests may be.
      const sleeps = [1, 2, 3].map((n) => String(100_000_000 + process.pid * 10 + n));
      const [first, second, third] = sleeps;
      // One that ignores SIGTERM in its own session, one of two forks whose parent is gone, one in the group.
      const script = [
        "trap '' TERM",
        `setsid sh -c "sleep ${first}; :" &`,
        `(setsid sh -c "sleep ${second} & exit" &)`,
        `sleep ${third} &`,
        'echo at work; wait',
      ].join('\n');
      const request: LaneRequest = {
        id: 'a',
        folder,
        argv: ['sh', '-c', script],
        cwd: place.root,
        env: { PATH: process.env['PATH'] ?? '' },
        stdin: '',
        timeoutMs: 0,
        interrupt: 'SIGTERM',
        graceMs: 100,
        merged: false,
        owned: isOwned,
      };
      const host = spawn(
        process.execPath,
        [
          fileURLToPath(new URL('./support/commandHost.ts', import.meta.url)),
          join(place.root, 'mam'),
          JSON.stringify(request),
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      await once(host.stdout, 'data');
      const alive = async (): Promise<readonly boolean[]> => Promise.all(sleeps.map((n) => anyProcessOf(`sleep ${n}`)));
      await until(async () => (await alive()).every(Boolean), 'all of them to run');
      process.kill(place.pid(), 'SIGKILL');
      host.kill('SIGKILL');
      await once(host, 'exit');
      assert.deepEqual(await alive(), [true, true, true]);
      if (isFolderGone) rmSync(folder, { recursive: true });

      assert.deepEqual(await place.supervisor.endLeft(), { ok: true, value: undefined });
      await until(async () => !(await alive()).some(Boolean), 'all of them to end');
      await until(() => !existsSync(join(place.root, 'mam/open-lanes')), 'the note to go');
      assert.equal(existsSync(folder), !isOwned && !isFolderGone);
      if (existsSync(folder))
        assert.equal(laneExitFile.parse(JSON.parse(readFileSync(join(folder, 'exit.json'), 'utf8'))).reason, 'lost');
    });

  it('lets be what a living supervisor serves', async () => {
    await open();
    const cancel = new AbortController();
    const spec = lane('a', [{ say: 'at work' }, { hang: true }]);
    const begun = new Promise<void>((resolve) => {
      void place.lanes.run(spec, cancel.signal, ({ text }) => text === 'at work' && resolve());
    });
    await begun;
    await place.another().supervisor.endLeft();
    assert.notEqual(await startTimeOf(leaderOf(spec)), null);
    cancel.abort();
    await until(() => existsSync(join(spec.folder, 'exit.json')), 'its end');
    assert.equal(exitOf(spec).reason, 'stopped');
  });

  it('ends an agent that ignores SIGTERM after the grace time', async () => {
    await open({ graceMs: 300 });
    const cancel = new AbortController();
    const spec = lane('a', [{ ignore: 'SIGTERM' }, { say: 'at work' }, { hang: true }]);
    const outcome = await place.lanes.run(spec, cancel.signal, () => cancel.abort());
    assert.deepEqual([codeOf(outcome), exitOf(spec).signal], ['lane.stopped', 'SIGKILL']);
  });

  it('ends what outlives its agent in another session, after a good end too', async () => {
    await open();
    // The same test may run twice on one machine.
    const seconds = 100_000_000 + process.pid * 10 + 9;
    const spec = lane('a', [{ spawn: seconds }, { report: 'Done, the rest goes on in the background.' }]);
    assert.equal(codeOf(await place.lanes.run(spec, never, quiet)), 'report');
    assert.deepEqual([await anyProcessWith(String(seconds)), exitOf(spec).survivors], [false, 1]);
  });

  it('ends an agent whose time is over', async () => {
    await open({ graceMs: 300 });
    const outcome = await place.lanes.run(lane('a', [{ hang: true }], { timeoutMs: 300 }), never, quiet);
    assert.equal(codeOf(outcome), 'lane.timeout');
  });

  for (const [name, steps, code] of [
    ['a signal to itself', [{ signal: 'SIGKILL' }], 'lane.terminated'],
    ['an early end with 0', [{ say: 'bye' }, { exit: 0 }], 'lane.terminated'],
    ['an early end with 3', [{ say: 'bye' }, { exit: 3 }], 'lane.terminated'],
    ['a turn without a final message', [{ silent: true }], 'lane.noReport'],
    ['a sign-in that is missing', [{ fail: 'Not logged in' }], 'lane.signedOut'],
    ['a limit', [{ fail: 'slow down', status: 429 }], 'lane.limited'],
    ['garbage between its events', [{ print: '\u0000\u001b[31mnot json {' }, { report: 'Done.' }], 'report'],
  ] as const)
    it(`calls ${name} ${code}`, async () => {
      await open();
      assert.equal(codeOf(await place.lanes.run(lane('a', steps), never, quiet)), code);
    });

  it('names a worktree that is gone', async () => {
    await open();
    const outcome = await place.lanes.run(lane('a', [], { cwd: join(place.root, 'nowhere') }), never, quiet);
    assert.equal(codeOf(outcome), 'lane.spawnFailed');
  });

  it('takes 20,000 lines at once, and cuts the middle out of what is too much', async () => {
    await open({ stdoutLimit: 256 * 1024 });
    const told: string[] = [];
    const spec = lane('a', [{ flood: 20_000 }, { flood: 20_000 }, { report: 'Done.' }]);
    const outcome = await place.lanes.run(spec, never, ({ text }) => told.push(text));
    assert.deepEqual([codeOf(outcome), exitOf(spec).cut, told[0]], ['report', true, 'line 1']);
    assert.ok(statSync(join(spec.folder, 'stdout.jsonl')).size < 1.4 * 1024 * 1024);
    assert.match(readFileSync(join(spec.folder, 'stdout.jsonl'), 'utf8'), /\n\{"type":"mam.cut","bytes":\d+\}\n\{/);
  });

  it('closes stdin, and gives only the environment that it should', async () => {
    await open();
    const folder = join(place.root, 'jobs/a');
    const script =
      "let all='';process.stdin.on('data',(d)=>all+=d).on('end',()=>console.log(JSON.stringify({all,env:Object.keys(process.env).sort()})))";
    const request = {
      id: 'a',
      folder,
      argv: [process.execPath, '-e', script],
      cwd: place.root,
      env: { ONLY: '1' },
      stdin: 'the brief',
      timeoutMs: 10_000,
      interrupt: 'SIGTERM',
      graceMs: 100,
      merged: false,
      owned: false,
    } satisfies LaneRequest;
    const end = await place.supervisor.run(request, never, quiet);
    assert.ok(end.ok && end.value.code === 0);
    assert.deepEqual(JSON.parse(readFileSync(join(folder, 'stdout.jsonl'), 'utf8')), {
      all: 'the brief',
      env: ['MAM_LANE', 'MAM_LANE_KEY', 'ONLY'],
    });
    assert.doesNotMatch(readFileSync(join(folder, 'spec.json'), 'utf8'), /ONLY|brief/);
  });

  it('starts and ends 50 lanes and leaves nothing', async () => {
    await open();
    const first = lane('0', [{ report: 'Done.' }]);
    const idle = new AbortController();
    const kept = place.lanes.run(lane('kept', [{ hang: true }]), idle.signal, quiet);
    await place.lanes.run(first, never, quiet);
    const descriptors = (): number => readdirSync(`/proc/${place.pid()}/fd`).length;
    const before = descriptors();
    for (let batch = 0; batch < 7; batch += 1) {
      const specs = Array.from({ length: 7 }, (_, index) => lane(`${batch}-${index}`, [{ report: 'Done.' }]));
      const outcomes = await Promise.all(specs.map((spec) => place.lanes.run(spec, never, quiet)));
      assert.deepEqual(new Set(outcomes.map(codeOf)), new Set(['report']));
    }
    await until(() => descriptors() <= before, 'descriptors to be closed');
    assert.equal(await anyProcessWith(join('rehearsal', 'main.ts') + ' write'), true);
    const supervisor = place.pid();
    idle.abort();
    await kept;
    await until(async () => (await startTimeOf(supervisor)) === null, 'the supervisor to end by itself');
    assert.deepEqual(readdirSync(join(place.root, 'mam')), ['supervisor.lock']);
  }).timeout(120_000);

  it('is one for all hosts that start it at once', async () => {
    await open();
    const hosts = [place, place.another(), place.another(), place.another()];
    const spec = lane('a', [{ append: 'starts', text: 'x' }, { sleep: 100 }, { report: 'Done.' }]);
    const outcomes = await Promise.all(hosts.map((host) => host.lanes.run(spec, never, quiet)));
    assert.deepEqual(
      [new Set(outcomes.map(codeOf)), readFileSync(join(spec.cwd, 'starts'), 'utf8')],
      [new Set(['report']), 'x'],
    );
  });

  it('listens elsewhere when the folder’s path is too long for a socket', async () => {
    await open({ folder: 'x'.repeat(120) });
    assert.equal(codeOf(await place.lanes.run(lane('a', [{ report: 'Done.' }]), never, quiet)), 'report');
  });

  it('sends away whoever does not know the token', async () => {
    await open({ idleMs: 2000 });
    await place.lanes.run(lane('a', [{ report: 'Done.' }]), never, quiet);
    const file = join(place.root, 'mam/supervisor.json');
    const { socket } = supervisorEndpoint.parse(JSON.parse(readFileSync(file, 'utf8')));
    assert.deepEqual([statSync(file).mode & 0o777, statSync(join(place.root, 'mam')).mode & 0o777], [0o600, 0o700]);
    const stranger = connect(socket);
    stranger.write(
      `${JSON.stringify({ type: 'hello', protocol: supervisorProtocol, token: 'guess' })}\n${JSON.stringify({ type: 'cancel', folder: '/x' })}\n`,
    );
    const answer = String((await once(stranger, 'data'))[0]);
    stranger.destroy();
    assert.deepEqual(JSON.parse(answer.split('\n')[0] ?? ''), { type: 'refused', why: 'token' });
  });
});
