import { problem } from '../../../base/problem.ts';
import type { Run } from '../../loop/types.ts';
import { recentRuns } from '../recentRuns.ts';
import { isDone } from '../../loop/phases.ts';
import type { Signal } from '../types.ts';

const often = 2;

/** A task that was set aside after the same check failed again and again: trying once more shows nothing new. */
export const repeatedFailure: Signal = {
  id: 'repeated-failure',
  find: ({ state }) => {
    const recent = recentRuns(state);
    return [...new Set(recent.map(({ task }) => task.id))].flatMap((id) => {
      const runs = recent.filter(({ task }) => task.id === id);
      const last = runs.at(-1);
      if (last === undefined || !isAside(last)) return [];
      return failedOften(runs).map((check) => ({
        title: `Find out why ${check} fails for ${id}`,
        priority: 1,
        ownerRole: 'Implementer',
        goal: `It is known why \`${check}\` fails with the change of ${id}, and the cause is mended, or ${id} is cut so that it can pass.`,
        reason: problem(
          'recommend.failedTwice',
          '{task} was set aside, and {check} failed for it {count} {count|time|times}.',
          {
            task: id,
            check,
            count: failuresOf(runs, check),
          },
        ),
        claims: last.claims,
        acceptance: [`${check} passes with what ${id} is to do.`],
        validation: [check],
      }));
    });
  },
};

/** At rest without having come to anything. */
const isAside = (run: Run): boolean =>
  !isDone(run) &&
  (run.phase === 'needs-you' || run.phase === 'stopped' || run.phase === 'ended' || run.phase === 'waiting');

/** On how many commits a check failed. */
const failuresOf = (runs: readonly Run[], line: string): number =>
  new Set(
    runs
      .flatMap(({ results }) => results)
      .filter(({ check, outcome }) => check.line === line && (outcome === 'failed' || outcome === 'timed-out'))
      .map(({ head }) => head),
  ).size;

const failedOften = (runs: readonly Run[]): readonly string[] =>
  [...new Set(runs.flatMap(({ results }) => results.map(({ check }) => check.line)))].filter(
    (line) => failuresOf(runs, line) >= often,
  );
