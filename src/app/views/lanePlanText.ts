import type { Translate } from '../../base/problem.ts';
import { plainMarkdown } from '../../base/plainMarkdown.ts';
import { commandLine } from '../../base/shellWord.ts';
import type { LanePlan } from '../start/planLanes.ts';

/** The lanes of each task with the command that each would run, as a page for people. */
export function lanePlanText(t: Translate, plans: readonly LanePlan[]): string {
  const parts = plans.flatMap(({ task, lanes }) => [
    `## ${plainMarkdown(t('{task} {title}: nothing is started', { task: task.id, title: task.title }))}`,
    ...lanes.flatMap(({ role, agent, cwd, command }) => [
      plainMarkdown(t('{role}, {agent}, in {folder}', { role: t(role), agent: agent || '-', folder: cwd })),
      command.ok
        ? `    ${commandLine(command.value).replaceAll(/\s*\n\s*/g, ' ')}`
        : plainMarkdown(t(command.error.text, command.error.params)),
    ]),
  ]);
  return `${parts.join('\n\n')}\n`;
}
