import { problem } from '../../../base/problem.ts';
import { describeLoss } from '../../testLoss/describe.ts';
import { recentRuns } from '../recentRuns.ts';
import type { Signal } from '../types.ts';

/** A person took work that takes something away from the tests. */
export const weakenedTests: Signal = {
  id: 'weakened-tests',
  find: ({ state }) =>
    recentRuns(state)
      .filter((run) => run.decision?.kind === 'approved')
      .flatMap(({ task, change }) => {
        const losses = change?.tests ?? [];
        if (losses.length === 0) return [];
        const paths = [...new Set(losses.map(({ path }) => path))];
        return [
          {
            title: `Restore the tests that ${task.id} weakened`,
            priority: 1,
            ownerRole: 'Implementer',
            goal: `What the tests showed before ${task.id} is shown again, or it is written down why it need not be.`,
            reason: problem('recommend.weakened', '{task} was approved although it weakens tests: {files}.', {
              task: task.id,
              files: paths.slice(0, 3).join(', '),
            }),
            claims: paths,
            acceptance: losses.map(describeLoss),
            validation: task.checks,
          },
        ];
      }),
};
