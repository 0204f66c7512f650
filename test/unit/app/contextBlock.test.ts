import assert from 'node:assert/strict';
import { composeBrief } from '../../../src/app/brief.ts';
import type { LoopOptions } from '../../../src/core/loop/types.ts';
import { CoreWorld, loopOptions, reviewed } from '../../builders/core.ts';
import { aSource } from '../../builders/source.ts';

const given = { title: 'Issue 20', body: 'Mend it.', checks: [] };

/** A loop whose first round is rejected, to its end: all prompts of it. */
function play(changes: Partial<LoopOptions>): { readonly world: CoreWorld; readonly briefs: readonly string[] } {
  const world = new CoreWorld();
  world.heads.set('refs/heads/fix/issue-20', 'work');
  const briefs: string[] = [];
  world.do({ type: 'startLoop', options: loopOptions({ checksRequired: false, ...changes }), claims: {}, given });
  for (let n = 0; n < 200; n += 1) {
    const [next] = world.open();
    if (!next) break;
    const run = world.run();
    const job = next.kind === 'runLane' ? run.jobs.find(({ id }) => id === next.job) : undefined;
    if (job) briefs.push(composeBrief(world.state, job, null));
    world.settle(next, job?.kind === 'review' && job.round === 1 ? reviewed('not-pass') : undefined);
  }
  return { world, briefs };
}

describe('the context at the head of prompts', () => {
  const steps = { plan: true, planTalks: 1, selfReview: true, maxRebuttals: 1 };

  it('begins every prompt of a loop in a named checkout, whatever it is for', () => {
    const { briefs, world } = play({ source: aSource(), steps });
    const kinds = new Set(world.run().jobs.map(({ kind }) => kind));
    assert.ok(kinds.size >= 3, [...kinds].join());
    for (const brief of briefs) {
      const lines = brief.split('\n');
      assert.deepEqual(lines.slice(0, 4), [
        '[Worktree context]',
        'Path: /wt/issue-20',
        'Branch: fix/issue-20',
        'Base: begin (named with --base)',
      ]);
      assert.match(lines[4] ?? '', /^Head: (?:work|head-\d+)$/);
      assert.match(lines[5] ?? '', /^Commits from base to head: \d+$/);
      assert.match(lines[6] ?? '', /^Uncommitted changes: 0$/);
      assert.equal(lines[7], '');
      assert.equal(brief.split('[Worktree context]').length, 2, 'once');
    }
  });

  it('says where the base comes from, and that HEAD is detached', () => {
    const { briefs } = play({ source: aSource({ baseFrom: 'head', branch: null, moves: false }) });
    assert.match(briefs[0] ?? '', /^Branch: \(detached\)\nBase: begin \(HEAD when the loop began\)$/m);
  });

  it('is in no prompt of any other loop', () => {
    for (const brief of play({}).briefs) assert.ok(!brief.includes('Worktree context') && brief.startsWith('# '));
  });
});
