import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { lanesToBegin, type LaneLimits } from '../../../../src/core/job/turns.ts';
import type { Job } from '../../../../src/core/job/types.ts';
import type { Run } from '../../../../src/core/loop/types.ts';
import { CoreWorld, loopOptions } from '../../../builders/core.ts';
import { aSource } from '../../../builders/source.ts';

type Known = Parameters<typeof lanesToBegin>[0];

/** A run with its one job, of which others are made. */
function sample(): { readonly run: Run; readonly job: Job } {
  const started = new CoreWorld().start().playUntil('runLane');
  const run = started.run();
  const [job] = run.jobs;
  assert.ok(job);
  return { run, job };
}
const one = sample();

interface Spec {
  readonly loop: string;
  readonly agent: string;
  readonly priority?: number;
}

/** A state of which only what decides about turns differs: jobs by id, each of a run of its loop. */
function known(jobs: Readonly<Record<string, Spec>>): Known {
  const runs: Record<string, Run> = {};
  for (const [id, { loop, agent, priority = 2 }] of Object.entries(jobs)) {
    const task = { ...one.run.task, priority };
    runs[`run-of-${id}`] = { ...one.run, loop, task, jobs: [{ ...one.job, id, agent }] };
  }
  const openJobs = Object.fromEntries(Object.keys(jobs).map((id) => [id, `run-of-${id}`]));
  return { openJobs, runs, batches: {} };
}

const limits = (most: number, perAgent: LaneLimits['perAgent'] = {}): LaneLimits => ({ most, perAgent });

describe('turns of lanes', () => {
  const jobs = {
    a1: { loop: 'A', agent: 'claude' },
    a2: { loop: 'A', agent: 'claude' },
    a3: { loop: 'A', agent: 'codex' },
    b1: { loop: 'B', agent: 'claude' },
    c1: { loop: 'C', agent: 'codex', priority: 0 },
  };
  const all = Object.keys(jobs);
  const cases: readonly (readonly [
    what: string,
    lanes: { readonly running?: readonly string[]; readonly waiting?: readonly string[] },
    limits: LaneLimits,
    begun: readonly string[],
  ])[] = [
    ['all where there is room', {}, limits(8), ['c1', 'a1', 'b1', 'a2', 'a3']],
    ['one of each loop first, the urgent one before the others', {}, limits(3), ['c1', 'a1', 'b1']],
    ['the one who has no place', { running: ['a1'], waiting: ['a2', 'a3', 'b1'] }, limits(2), ['b1']],
    ['nobody where all places are taken', { running: ['a1', 'a2'], waiting: ['b1'] }, limits(2), []],
    ['others while an agent is full', {}, limits(8, { claude: 1 }), ['c1', 'a1', 'a3']],
    ['nobody of an agent that is full', { running: ['a1'], waiting: ['a2', 'b1'] }, limits(8, { claude: 1 }), []],
    ['in the order of waiting where all else is equal', { waiting: ['b1', 'a1'] }, limits(1), ['b1']],
  ];
  for (const [what, { running = [], waiting = all }, most, begun] of cases)
    it(`go to ${what}`, () => assert.deepEqual(lanesToBegin(known(jobs), { running, waiting }, most), begun));

  const specs = fc.array(
    fc.record({ loop: fc.constantFrom('A', 'B', 'C'), agent: fc.constantFrom('claude', 'codex') }),
    { maxLength: 14 },
  );

  it('never exceed a limit, leave no place empty that somebody could have, and share them out', () => {
    fc.assert(
      fc.property(specs, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 3 }), (list, most, claude) => {
        const byId = Object.fromEntries(list.map((spec, n) => [`j${n}`, spec]));
        const waiting = Object.keys(byId);
        const begun = lanesToBegin(known(byId), { running: [], waiting }, limits(most, { claude }));
        const of = (ids: readonly string[], key: 'loop' | 'agent', value: string): number =>
          ids.filter((id) => byId[id]?.[key] === value).length;
        assert.ok(begun.length <= most && of(begun, 'agent', 'claude') <= claude);
        const left = waiting.filter((id) => !begun.includes(id));
        const startable = left.filter((id) => byId[id]?.agent !== 'claude' || of(begun, 'agent', 'claude') < claude);
        assert.ok(begun.length === most || startable.length === 0);
        // Without limits of agents, whoever waits has at most one place less than anybody else.
        const free = lanesToBegin(known(byId), { running: [], waiting }, limits(most));
        for (const loop of ['A', 'B', 'C'])
          for (const other of ['A', 'B', 'C'])
            if (of(waiting, 'loop', loop) > of(free, 'loop', loop))
              assert.ok(of(free, 'loop', other) - of(free, 'loop', loop) <= 1);
      }),
      { numRuns: 300 },
    );
  });

  it('come to everybody: whoever waits begins once those before it have ended, whatever comes after', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 2, max: 5 }), (most, loops) => {
        const byId: Record<string, Spec> = { mine: { loop: 'mine', agent: 'claude' } };
        let running: readonly string[] = [];
        let waiting: string[] = [];
        for (let n = 0; n < most; n += 1) byId[`first${n}`] = { loop: 'L0', agent: 'claude' };
        running = Object.keys(byId).filter((id) => id !== 'mine');
        waiting = ['mine'];
        for (let turn = 0; turn < loops * 3; turn += 1) {
          // Each turn others hand out more, and the oldest lane ends.
          for (let n = 1; n < loops; n += 1) {
            const id = `t${turn}n${n}`;
            byId[id] = { loop: `L${n}`, agent: 'claude' };
            waiting.push(id);
          }
          running = running.slice(1);
          const begun = lanesToBegin(known(byId), { running, waiting }, limits(most));
          running = [...running, ...begun];
          waiting = waiting.filter((id) => !begun.includes(id));
          if (begun.includes('mine')) return;
        }
        assert.fail('it never had its turn');
      }),
      { numRuns: 100 },
    );
  });

  it('are those of real loops', () => {
    const world = new CoreWorld();
    for (const [n, path] of ['/wt/1', '/wt/2'].entries()) {
      const source = aSource({ path, branch: `fix/${n}`, reviewOnly: true });
      world.heads.set(`refs/heads/fix/${n}`, 'work');
      const options = loopOptions({ checksRequired: false, source });
      world.do({ type: 'startLoop', options, claims: {}, given: { title: 'x', body: 'x', checks: [] } });
    }
    for (;;) {
      const next = world.open().find(({ kind }) => kind !== 'runLane');
      if (!next) break;
      world.settle(next);
    }
    const waiting = world.open('runLane').flatMap((effect) => (effect.kind === 'runLane' ? [effect.job] : []));
    assert.equal(waiting.length, 4);
    const begun = lanesToBegin(world.state, { running: [], waiting }, limits(2));
    const owners = begun.map((job) => world.state.openJobs[job]);
    assert.equal(new Set(owners).size, 2, 'one of each loop');
  });
});
