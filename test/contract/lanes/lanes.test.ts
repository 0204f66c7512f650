import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LaneSpec, Lanes } from '../../../src/app/ports/agents.ts';
import { laneSpec, rehearsalBrief } from '../../builders/lane.ts';
import { FakeLanes, failed, hangs, reported, type Play } from '../../fakes/fakeLanes.ts';
import { supervised } from '../../integration/support/supervised.ts';

type Scene = 'reports' | 'fails' | 'hangs';

interface Subject {
  readonly lanes: Lanes;
  spec(id: string, scene: Scene): LaneSpec;
  /** How often a lane was really started. */
  starts(id: string): number;
  close(): Promise<void>;
}

const report = 'All of it is done.\n\nAnd this is its second part.\n';

async function fake(): Promise<Subject> {
  const plays: Readonly<Record<string, Play>> = {
    reports: (_spec, _signal, tell) => {
      tell('at work');
      return reported(report);
    },
    fails: () => failed('lane.server'),
    hangs: (spec, signal, tell) => {
      tell('at work');
      return hangs(spec, signal, tell);
    },
  };
  const lanes = new FakeLanes((spec, signal, tell) => plays[spec.brief]!(spec, signal, tell));
  return {
    lanes,
    spec: (id, scene) => laneSpec({ id, brief: scene }),
    starts: (id) => lanes.started.filter((spec) => spec.id === id).length,
    close: async () => undefined,
  };
}

async function real(): Promise<Subject> {
  const place = await supervised();
  const begin = [{ append: 'starts', text: 'x' }, { say: 'at work' }];
  const scenes: Readonly<Record<Scene, unknown>> = {
    reports: [...begin, { report }],
    fails: [...begin, { fail: 'scripted', status: 500 }],
    hangs: [...begin, { hang: true }],
  };
  const cwd = (id: string): string => join(place.root, `cwd-${id}`);
  return {
    lanes: place.lanes,
    spec(id, scene) {
      mkdirSync(cwd(id), { recursive: true });
      return laneSpec({
        id,
        access: 'write',
        cwd: cwd(id),
        folder: join(place.root, 'jobs', id),
        brief: rehearsalBrief({}, [{ steps: scenes[scene] }]),
      });
    },
    starts: (id) => (existsSync(join(cwd(id), 'starts')) ? readFileSync(join(cwd(id), 'starts'), 'utf8').length : 0),
    close: () => place.close(),
  };
}

for (const [name, open] of [
  ['fake', fake],
  ['supervised', real],
] as const)
  describe(`Lanes (${name})`, () => {
    let subject: Subject;
    const never = new AbortController().signal;
    const code = async (run: ReturnType<Lanes['run']>): Promise<string> => {
      const outcome = await run;
      return outcome.kind === 'report' ? 'report' : outcome.problem.code;
    };
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(() => subject.close());

    it('returns the final message whole, and tells progress before', async () => {
      const told: string[] = [];
      const outcome = await subject.lanes.run(subject.spec('a', 'reports'), never, ({ text }) => told.push(text));
      assert.equal(outcome.kind === 'report' && outcome.text, report);
      assert.equal(told[0], 'at work');
    });

    it('names a failure by a stable code', async () => {
      assert.equal(await code(subject.lanes.run(subject.spec('a', 'fails'), never, () => undefined)), 'lane.server');
    });

    it('starts an id once: a second run joins, also when the lane has ended', async () => {
      const spec = subject.spec('a', 'reports');
      const both = await Promise.all([
        subject.lanes.run(spec, never, () => undefined),
        subject.lanes.run(spec, never, () => undefined),
      ]);
      const third = await subject.lanes.run(spec, never, () => undefined);
      assert.deepEqual([both[0], both[1]], [third, third]);
      assert.equal(subject.starts('a'), 1);
    });

    it('runs lanes of different ids side by side', async () => {
      const specs = ['a', 'b', 'c'].map((id) => subject.spec(id, 'reports'));
      const outcomes = await Promise.all(specs.map((spec) => subject.lanes.run(spec, never, () => undefined)));
      assert.deepEqual(
        outcomes.map((outcome) => outcome.kind),
        ['report', 'report', 'report'],
      );
    });

    it('ends a lane when it is cancelled', async () => {
      const cancel = new AbortController();
      const run = subject.lanes.run(subject.spec('a', 'hangs'), cancel.signal, () => cancel.abort());
      assert.equal(await code(run), 'lane.stopped');
    });

    it('answers a cancel that came before the start', async () => {
      assert.equal(
        await code(subject.lanes.run(subject.spec('a', 'hangs'), AbortSignal.abort(), () => undefined)),
        'lane.stopped',
      );
    });
  });
