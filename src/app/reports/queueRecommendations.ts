import { fill, type Problem } from '../../base/problem.ts';
import { plainMarkdown } from '../../base/plainMarkdown.ts';
import type { Recommendation } from '../../core/recommend/types.ts';
import type { BacklogTask } from '../handoff/backlog.ts';
import { ledgerSentence, markdownSentence } from '../projections/facts.ts';
import { bullets, page, table } from './markdown.ts';

/** One recommendation for programs; `task` is the entry that it became. */
export const recommendationData = (
  { title, priority, ownerRole, lane, goal, trigger, reason, byAgent, claims, acceptance, validation }: Recommendation,
  task?: string,
) => ({
  ...(task === undefined ? {} : { task_id: task }),
  title,
  status: 'backlog',
  priority: `P${priority}`,
  owner_role: ownerRole,
  lane,
  goal,
  trigger,
  reason: ledgerSentence(reason),
  proposed_by_agent: byAgent,
  claims,
  acceptance,
  validation,
});

export const backlogData = ({ task, plan, source, check, next }: BacklogTask) => ({
  task_id: task.id,
  title: task.title,
  status: task.status,
  plan,
  // Nothing is written to look at a task.
  hydrated_plan: false,
  handoff_source: source,
  handoff_heading: check?.heading ?? null,
  missing_fields: check?.missing ?? [],
  invalid_fields: check?.invalid.map(({ label }) => label) ?? [],
  ready_for_handoff: check?.ok ?? null,
  next_action: ledgerSentence(next),
});

type Stamped = Parameters<typeof page>[2];

export const recommendationsMarkdown = (
  all: readonly Recommendation[],
  problems: readonly Problem[],
  stamp: Stamped,
): string =>
  page(
    'Queue Recommendations',
    [
      'Nothing here is in the queue. A person promotes what is wanted: mam queue-recommendations --promote TITLE.',
      table(
        ['Priority', 'Title', 'Lane', 'Trigger', 'Why'],
        all.map(({ priority, title, lane, trigger, reason }) => [
          `P${priority}`,
          plainMarkdown(title),
          lane,
          trigger,
          markdownSentence(reason),
        ]),
      ),
      ...all.map(
        ({ title, ownerRole, goal, claims, acceptance, validation }) =>
          `## ${plainMarkdown(title)}\n\n${bullets([
            `Owner role: ${plainMarkdown(ownerRole)}`,
            `Goal: ${plainMarkdown(goal)}`,
            `Files: ${claims.map(plainMarkdown).join(', ') || 'none named'}`,
            ...acceptance.map((one) => `Acceptance: ${plainMarkdown(one)}`),
            ...validation.map((one) => `Validation: ${plainMarkdown(one)}`),
          ])}`,
      ),
      ...problems.map((one) => plainMarkdown(fill(one.text, one.params))),
    ],
    stamp,
  );

export const backlogMarkdown = (all: readonly BacklogTask[], stamp: Stamped): string =>
  page(
    'Backlog Handoff Queue',
    [
      'No loop starts a task of the backlog. A person promotes one: mam queue-recommendations --promote TASK.',
      table(
        ['Task', 'Plan', 'Notes', 'Next action'],
        all.map(({ task, plan, source, next }) => [
          `${task.id} ${plainMarkdown(task.title)}`,
          plainMarkdown(plan ?? '-'),
          plainMarkdown(source ?? '-'),
          markdownSentence(next),
        ]),
      ),
    ],
    stamp,
  );
