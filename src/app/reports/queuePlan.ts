import { plainMarkdown } from '../../base/plainMarkdown.ts';
import type { PlannedTask } from '../../core/queue/plan.ts';
import type { QueueLane } from '../../core/queue/lanes.ts';
import { markdownSentence, ledgerSentence } from '../projections/facts.ts';
import { ownerRole } from './ownerRole.ts';

/** The plan for programs. */
export const queuePlanData = (plan: readonly PlannedTask[]): readonly Readonly<Record<string, unknown>>[] =>
  plan.map(({ task, lane, reason, order, waitsFor, startable }) => ({
    task_id: task.id,
    title: task.title,
    status: task.status,
    priority: `P${task.priority}`,
    lane,
    reason: ledgerSentence(reason),
    owner_role: ownerRole(task.body),
    context_files: task.claims,
    queue_order: order,
    depends_on: task.dependsOn ?? [],
    waits_for: waitsFor,
    startable,
  }));

const laneTitles: Readonly<Record<QueueLane, string>> = {
  'parallel-safe': 'Parallel-safe',
  'review-only': 'Review-only',
  'serial-gated': 'Serial-gated',
};

/** The same as a page: a table for each lane. English, as all of the ledger is. */
export const queuePlanMarkdown = (plan: readonly PlannedTask[], more: number): string =>
  `${[
    '# Queue Plan',
    'Tasks that are serial-gated are never worked on at once. Backlog and review are shown, and no loop starts them.',
    ...(['parallel-safe', 'review-only', 'serial-gated'] as const).map(
      (lane) => `## ${laneTitles[lane]}\n\n${laneTable(plan.filter((one) => one.lane === lane))}`,
    ),
    ...(more > 0 ? [`${more} more of the queue are not shown here.`] : []),
  ].join('\n\n')}\n`;

const laneTable = (tasks: readonly PlannedTask[]): string =>
  tasks.length === 0
    ? '- None'
    : [
        '| Priority | Status | Task | Owner | Waits for | Reason |',
        '|---|---|---|---|---|---|',
        ...tasks.map(({ task, reason, waitsFor }) =>
          [
            '',
            ` P${task.priority} `,
            ` ${plainMarkdown(task.status)} `,
            ` ${task.id} ${plainMarkdown(task.title)} `,
            ` ${plainMarkdown(ownerRole(task.body) ?? '-')} `,
            ` ${waitsFor.map(plainMarkdown).join(', ') || '-'} `,
            ` ${markdownSentence(reason)} `,
            '',
          ].join('|'),
        ),
      ].join('\n');
