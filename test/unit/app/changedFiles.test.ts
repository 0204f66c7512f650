import assert from 'node:assert/strict';
import type { Problem } from '../../../src/base/problem.ts';
import { err, ok } from '../../../src/base/result.ts';
import { findFiles, type FoundFiles } from '../../../src/app/tick/changedFiles.ts';
import { checkLines, validationOf } from '../../../src/app/reports/validation.ts';
import type { State } from '../../../src/core/state.ts';
import { aProblem, CoreWorld, taskOf } from '../../builders/core.ts';

type About = Parameters<typeof findFiles>[0];

const [first, second] = ['T-2026-0001', 'T-2026-0002'];

/** Two tasks, each reviewed in a run of its own. */
function twoTasks(): { readonly state: State; readonly heads: readonly string[] } {
  const world = new CoreWorld().start([taskOf(first), taskOf(second)], { limit: null, tasks: [first, second] });
  for (let i = 0; i < 2; i += 1) world.playUntil();
  const headOf = (task: string): string =>
    Object.values(world.state.runs).find((run) => run.task.id === task)?.change?.head ?? '';
  return { state: world.state, heads: [headOf(first), headOf(second)] };
}

const withDecision = (state: State, task: string, merged: boolean): State => ({
  ...state,
  runs: Object.fromEntries(
    Object.entries(state.runs).map(([id, run]) => [
      id,
      run.task.id === task
        ? { ...run, decision: { kind: 'approved' as const, by: 'ann', at: '', head: run.change?.head ?? '', merged } }
        : run,
    ]),
  ),
});

async function found(
  about: Partial<Omit<About, 'request'>> & { readonly request?: Partial<About['request']> },
  state: State,
  committed: readonly string[] | Problem = [],
): Promise<FoundFiles> {
  const request = { files: [], fromGit: false, handedIn: [], ...about.request };
  return findFiles(
    {
      task: null,
      branch: 'feat/issue-7-a',
      head: 'head',
      here: true,
      changed: [],
      uncommitted: 'unseen',
      ...about,
      request,
    },
    state,
    { root: '/repo', committed: async () => ('code' in committed ? err(committed) : ok(committed)) },
  );
}

describe('the files of a change', () => {
  const { state, heads } = twoTasks();
  const [firstHead = '', secondHead = ''] = heads;

  it('are those of the task that is named, wherever the checkout is', async () => {
    assert.ok(firstHead !== '' && secondHead !== '' && firstHead !== secondHead);
    const rows: readonly (readonly [Partial<About>, readonly string[]])[] = [
      [{ task: first, head: firstHead, branch: 'mam/t-2026-0001' }, [`${first}.txt`]],
      [{ task: first, head: secondHead, branch: 'mam/t-2026-0002' }, [`${first}.txt`]],
      [{ task: first, head: secondHead, branch: 'main' }, [`${first}.txt`]],
      [{ task: first, head: 'later', branch: 'main' }, [`${first}.txt`]],
      [{ task: second, head: secondHead }, [`${second}.txt`]],
      [{ head: secondHead }, [`${second}.txt`]],
      [{ task: first }, ['src/by-hand.ts']],
      [{}, ['src/by-hand.ts']],
    ];
    for (const [about, files] of rows)
      assert.deepEqual((await found(about, state, ['src/by-hand.ts'])).files, files, JSON.stringify(about));
  });

  it('are the commits of a branch that was made by hand, unless somebody names others', async () => {
    assert.deepEqual((await found({}, state, ['b.ts', 'a.ts'])).files, ['a.ts', 'b.ts']);
    assert.deepEqual((await found({ request: { files: ['c.ts'] } }, state, ['a.ts'])).files, ['c.ts']);
    assert.deepEqual((await found({ head: null }, state, ['a.ts'])).files, []);
  });

  it('are what is not committed too, where it is the work of that branch', async () => {
    const changed = ['reports/agent_loop/x.md', 'src/new.ts', 'tasks/queue.md'];
    const of = async (about: Parameters<typeof found>[0]) =>
      (await found({ changed, ...about }, state, ['a.ts'])).files;
    assert.deepEqual(await of({ uncommitted: 'counted' }), ['a.ts', 'src/new.ts']);
    assert.deepEqual(await of({ uncommitted: 'seen' }), ['a.ts']);
    assert.deepEqual(await of({ uncommitted: 'counted', here: false }), ['a.ts']);
    assert.deepEqual(await of({ uncommitted: 'counted', task: first, branch: 'main' }), [`${first}.txt`]);
    const asked = await of({ request: { fromGit: true, handedIn: ['src/new.ts'] } });
    assert.deepEqual(
      asked,
      ['a.ts', 'reports/agent_loop/x.md', 'tasks/queue.md'],
      'a list is no part of what it lists',
    );
  });

  it('are not all known where nobody can tell what was committed, and then nothing is merged', async () => {
    const about = { changed: ['src/new.ts'], uncommitted: 'counted' } as const;
    const { files, unread } = await found(about, state, aProblem);
    assert.deepEqual([files, unread], [['src/new.ts'], aProblem]);
    assert.equal((await found({ request: { files: ['c.ts'] } }, state, aProblem)).unread, null, 'they were named');
    const merged = withDecision(state, first, true);
    assert.equal((await found({ task: first, head: 'later' }, merged, aProblem)).merged, false);
  });

  it('are of no interest once the task is merged and nothing new was done', async () => {
    const merged = withDecision(state, first, true);
    const of = async (about: Parameters<typeof found>[0], committed: readonly string[] = [], at = merged) =>
      (await found({ task: first, head: firstHead, ...about }, at, committed)).merged;
    assert.equal(await of({}), true);
    assert.equal(await of({ branch: 'main', head: 'later' }), true);
    assert.equal(await of({ head: 'later' }, ['again.ts']), false);
    assert.equal(await of({ request: { files: ['again.ts'] } }), false);
    assert.equal(await of({}, [], withDecision(state, first, false)), false);
    assert.equal(await of({ task: second }), false);
  });
});

describe('checks in a report about the commit of a run', () => {
  const { state, heads } = twoTasks();
  const run = Object.values(state.runs).find((one) => one.task.id === first) ?? null;
  const [head = ''] = heads;
  const files = [`${first}.txt`];

  it('are those that MAM ran on it', () => {
    assert.ok(run && run.checks.length > 0);
    const [line = ''] = run.checks.map((one) => one.line);
    const shown = checkLines({ run, files }, [line, 'npm run more'], ': not run yet');
    assert.deepEqual(shown, [`\`${line}\`: passed, run by MAM on ${head.slice(0, 7)}`, '`npm run more`: not run yet']);
    assert.equal(validationOf({ run, files }), 'passed');
  });

  it('prove nothing about another commit, about more files, or as long as one is missing', () => {
    assert.ok(run?.change);
    const failed = run.results.map((one) => ({ ...one, outcome: 'failed' as const }));
    const rows = [
      [{ run: null, files }, 'not-run'],
      [{ run, files: [...files, 'src/new.ts'] }, 'not-run'],
      [{ run: { ...run, change: { ...run.change, head: 'other' } }, files }, 'not-run'],
      [{ run: { ...run, results: [] }, files }, 'not-run'],
      [{ run: { ...run, checks: [], results: [] }, files }, 'not-run'],
      [{ run: { ...run, results: failed }, files }, 'failed'],
    ] as const;
    for (const [facts, expected] of rows) assert.equal(validationOf(facts), expected);
  });
});
