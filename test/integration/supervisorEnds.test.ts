import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTimeOf } from '../../src/adapters/process/processTable.ts';
import { reachSupervisor } from '../../src/adapters/process/supervisor/reach.ts';
import type { LaneSpec } from '../../src/app/ports/agents.ts';
import { fill } from '../../src/base/problem.ts';
import type { LaneOutcome } from '../../src/core/job/types.ts';
import { laneSpec, rehearsalBrief } from '../builders/lane.ts';
import { supervised, until, type Supervised, type SupervisedOptions } from './support/supervised.ts';

const never = new AbortController().signal;
const quiet = (): void => undefined;
const codeOf = (outcome: LaneOutcome): string => (outcome.kind === 'report' ? 'report' : outcome.problem.code);

describe('A supervisor that ends, beside another', () => {
  let place: Supervised;
  const open = async (options: SupervisedOptions = {}): Promise<void> => {
    place = await supervised(options);
  };
  afterEach(() => place.close());

  const lane = (id: string, steps: readonly unknown[]): LaneSpec => {
    const cwd = join(place.root, `cwd-${id}`);
    mkdirSync(cwd, { recursive: true });
    const folder = join(place.root, 'jobs', id);
    return laneSpec({ id, access: 'write', cwd, folder, brief: rehearsalBrief({}, [{ steps }]) });
  };

  it('leaves the supervisor of a folder that was made anew at its path where it listens', async () => {
    await open({ idleMs: 1000 });
    const folder = join(place.root, 'mam');
    assert.equal(codeOf(await place.lanes.run(lane('a', [{ report: 'Done.' }]), never, quiet)), 'report');
    const old = place.pid();
    rmSync(folder, { recursive: true });
    const cancel = new AbortController();
    const run = place
      .another()
      .lanes.run(
        lane('b', [{ say: 'at work' }, { hang: true }]),
        cancel.signal,
        ({ text }) => text === 'at work' && assert.notEqual(place.pid(), old),
      );
    await until(async () => (await startTimeOf(old)) === null, 'the old one to end');
    for (const name of ['supervisor.json', 'supervisor.sock']) assert.ok(existsSync(join(folder, name)), name);
    cancel.abort();
    assert.equal(codeOf(await run), 'lane.stopped');
  });

  it('names no log that is not there when it is ended while it starts', async () => {
    await open();
    const program = join(place.root, 'dies.mjs');
    writeFileSync(program, `process.kill(process.pid, 'SIGKILL');`);
    const folder = join(place.root, 'mam');
    for (const [log, want] of [
      [null, /: it was ended by SIGKILL\. /],
      ['crash', /: it was ended by SIGKILL, see supervisor\.log in /],
    ] as const) {
      if (log !== null) writeFileSync(join(folder, 'supervisor.log'), log);
      const reached = await reachSupervisor({ folder, program });
      assert.ok(!reached.ok);
      assert.match(fill(reached.error.text, reached.error.params), want);
    }
  });
});
