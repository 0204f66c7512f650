import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { DomainEvent } from '../../../../src/core/event.ts';
import type { Job } from '../../../../src/core/job/types.ts';
import type { Outcome } from '../../../../src/core/outcome.ts';
import { CoreWorld, host, laneEnds } from '../../../builders/core.ts';
import { allSteps, finding, handedOut, plannedTeam, point, says, settleBy, standing } from '../../../builders/steps.ts';

/** A world that remembers where each of its transactions ended, and can be set back to there: what came later is lost. */
class MortalWorld extends CoreWorld {
  readonly ends: number[] = [];

  override append(events: readonly DomainEvent[]): void {
    super.append(events);
    this.ends.push(this.log.length);
  }

  dieAt(end: number): void {
    this.log.length = end;
    this.crash();
    this.do({ type: 'observeRefs', refs: {} }, host);
  }
}

const options = { ...plannedTeam, steps: { ...allSteps, maxRebuttals: 2 }, promotes: true } as const;

const answers = [
  undefined,
  undefined,
  says({ word: 'not-pass', findings: [finding('blocker', 'It leaks.'), finding('minor', 'A name.')] }),
  says({ word: 'not-pass', points: [point(1, 'rebutted'), point(2, 'rebutted')] }),
  says({ word: 'pass', points: [point(1, 'withdrawn'), point(2, 'withdrawn')] }),
  says({ word: null }),
  laneEnds('failed'),
] as const;

/** What it said is kept whole, and its folder is known. */
const kept = (name: string, outcome: Outcome): Outcome =>
  outcome.kind === 'runLane' && outcome.outcome.kind === 'report'
    ? { ...outcome, outcome: { ...outcome.outcome, whole: `whole of ${name}` }, seal: `seal of ${name}` }
    : outcome;

/** The same answer to the same job, whoever asks and however often. */
function answerOf(table: readonly number[], { kind, session, round, attempt }: Job): Outcome | undefined {
  const name = `${kind} ${session} ${round} ${attempt}`;
  const sum = Array.from(name).reduce((all, char) => (all * 31 + char.charCodeAt(0)) % 9973, 7);
  const outcome = answers[(table[sum % table.length] ?? 0) % answers.length] ?? says({});
  return kind === 'implement' ? undefined : kept(name, outcome);
}

/** Goes on to the end: work, a person's yes and the merge. What was done before the death is found done. */
function finish(world: MortalWorld, table: readonly number[]): void {
  for (let n = 0; n < 400; n++) {
    const [next] = world.open();
    if (next?.kind === 'commitPatch') {
      const head = `head of ${next.tree}`;
      world.heads.set(`refs/heads/${next.branch}`, head);
      world.settle(next, { kind: 'commitPatch', head, tree: next.tree });
    } else if (next?.kind === 'mergeLocally') {
      world.base = next.head;
      world.settle(next, { kind: 'mergeLocally' });
    } else if (next) settleBy(world, next, (job) => answerOf(table, job));
    else if (!decide(world)) return;
  }
  throw new Error('no end');
}

/** What a person does next; false when nothing is left to do. */
function decide(world: CoreWorld): boolean {
  const { id, phase, gate, decision, change } = world.run();
  if (phase === 'waiting' && gate?.open) return world.do({ type: 'approve', run: id, head: change?.head ?? '' }).ok;
  return decision?.kind === 'approved' && !decision.merged && world.do({ type: 'mergeLocally', run: id }).ok;
}

const story = (world: CoreWorld) => ({
  jobs: handedOut(world),
  verdicts: world.run().verdicts.map(({ session, word, replaces }) => [session, word, replaces !== undefined]),
  end: standing(world),
  merged: world.run().decision?.merged ?? false,
  head: world.run().change?.head,
  promoted: world.run().promoted?.reports.map(({ digest }) => digest),
  cleared: world.run().jobs.filter((job) => job.cleared).length,
});

function assertOnce(world: CoreWorld): void {
  const events = world.log.map((one) => one.event);
  const requested = events.flatMap((event) => (event.type === 'effectRequested' ? [event.effect.id] : []));
  const lanes = requested.filter((id) => id.endsWith('/lane'));
  assert.equal(new Set(lanes).size, lanes.length, 'a job was handed out twice');
  const merges = requested.filter((id) => id.endsWith('/merge'));
  assert.ok(merges.length <= 1, 'merged twice');
  const put = events.flatMap((event) =>
    event.type === 'effectRequested' && event.effect.kind === 'promoteReports' ? [event.effect.identity.head] : [],
  );
  assert.equal(new Set(put).size, put.length, 'promoted twice');
  assert.ok(requested.filter((id) => id.endsWith('/clear-jobs')).length <= 1, 'cleared twice');
  for (const type of ['approved', 'merged', 'jobFoldersCleared'] as const)
    assert.ok(events.filter((event) => event.type === type).length <= 1, `${type} twice`);
  const named = world.run().jobs.map(({ kind, session, round, attempt }) => `${kind} ${session} ${round} ${attempt}`);
  assert.equal(new Set(named).size, named.length);
}

describe('a run with every step, killed after any event and resumed', () => {
  it('hands out and promotes nothing twice, and comes to the same end', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(fc.nat(6), { minLength: 5, maxLength: 24 }), fc.nat(400), (table, cut) => {
        const live = new MortalWorld().start(undefined, options);
        finish(live, table);
        const expected = story(live);
        for (const job of live.run().jobs) seen.add(job.kind);
        if (live.run().promoted) seen.add('promoted');
        if (live.run().jobs.some((job) => job.cleared)) seen.add('cleared');
        assertOnce(live);
        const end = live.ends[cut % live.ends.length] ?? 0;
        const killed = new MortalWorld().start(undefined, options);
        finish(killed, table);
        killed.heads.clear();
        killed.base = 'base-1';
        killed.dieAt(Math.max(end, 3));
        if (killed.state.runs && Object.keys(killed.state.runs).length > 0) finish(killed, table);
        assert.deepEqual(story(killed), expected);
        assertOnce(killed);
      }),
      // The example gets to an arbitration, which few random tables do.
      { numRuns: 120, examples: [[[3, 2, 5, 1, 1, 0, 5, 1, 3, 1, 6, 6, 0, 6, 3], 0]] },
    );
    assert.equal(seen.size, 10, [...seen].join());
  });
});
