import { problem } from '../../../base/problem.ts';
import { isTestPath } from '../../testLoss/isTestPath.ts';
import { entriesMatcher } from '../../topology/loadBearing.ts';
import { recentRuns } from '../recentRuns.ts';
import { isDone } from '../../loop/phases.ts';
import type { Signal } from '../types.ts';

const tool =
  /(?:^|\/)(?:(?:GNU)?[Mm]akefile|justfile|Taskfile\.ya?ml|CMakeLists\.txt|Dockerfile)$|^(?:scripts|tools|bin|\.github\/workflows)\//;

/** What many build on, or what builds, was changed and no test came along. */
export const untestedTool: Signal = {
  id: 'untested-tool',
  find: ({ state }) =>
    recentRuns(state)
      .filter(isDone)
      .flatMap(({ task, change, options }) => {
        const files = (change?.files ?? []).filter((file) => file.status !== 'deleted').map(({ path }) => path);
        if (files.some(isTestPath)) return [];
        const bears = entriesMatcher(options.loadBearing);
        return files
          .filter((file) => bears(file) || tool.test(file))
          .map((file) => ({
            title: `Test ${file}`,
            priority: 1,
            ownerRole: 'Implementer',
            goal: `What \`${file}\` has to do is shown by tests, so that the next change of it is not made blindly.`,
            reason: problem('recommend.untested', '{task} changed {file}, on which much depends, and no test.', {
              task: task.id,
              file,
            }),
            claims: [file],
            acceptance: [`A test fails when ${file} does not do what it has to.`],
            validation: task.checks,
          }));
      }),
};
