import type { TaskDraft } from '../core/queue/edit.ts';
import { parseQueue } from './queue.ts';
import { addReadyRow } from './readyTable.ts';

export interface NewTask extends TaskDraft {
  readonly id: string;
}

/** What a person says of a task when they add one; the rest is as usual. */
export const plainTask = (said: Pick<TaskDraft, 'title' | 'goal' | 'claims' | 'checks'>): TaskDraft => ({
  status: 'ready',
  priority: 2,
  ownerRole: null,
  context: '',
  acceptance: [],
  ...said,
});

const highest = 9999;

/** The next free id of a year: one above the highest in the text, whether or not that entry is whole. A full year goes on in the next. */
export function nextTaskId(text: string, year: number): string {
  const used = [...text.matchAll(new RegExp(`T-${year}-(\\d{4})`, 'gi'))].map((match) => Number(match[1]));
  const last = used.reduce((a, b) => Math.max(a, b), 0);
  return last < highest ? `T-${year}-${String(last + 1).padStart(4, '0')}` : nextTaskId(text, year + 1);
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * The queue with one more task at its end, and in its table of what is ready where it has one; an empty text becomes a
 * queue with its title. What was there stays byte for byte.
 */
export function appendTask(text: string, task: NewTask): string {
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  const before = text.trim() === '' ? `# Persistent Task Queue${eol}` : addReadyRow(text, task, eol);
  return (/[\r\n]$/.test(before) ? before : before + eol) + entryText(task).replaceAll('\n', eol);
}

function entryText({
  id,
  title,
  status,
  priority,
  ownerRole,
  goal,
  context,
  claims,
  acceptance,
  checks,
}: NewTask): string {
  const paths = claims.map((claim) => `\`${oneLine(claim.replaceAll('`', ''))}\``);
  return [
    `\n## ${id} - ${headingText(oneLine(title))}\n`,
    `- Status: ${status}`,
    `- Priority: P${priority}`,
    ...(ownerRole === null ? [] : [`- Owner role: ${oneLine(ownerRole)}`]),
    ...(paths.length > 0 ? [`- Claims: ${paths.join(', ')}`] : []),
    `\n### Goal\n\n${plainLines(goal)}`,
    ...(context === '' ? [] : [`\n### Context\n\n${plainLines(context)}`]),
    ...(acceptance.length > 0
      ? [`\n### Acceptance Criteria\n\n${acceptance.map((one) => `- ${oneLine(one)}`).join('\n')}`]
      : []),
    ...(checks.length > 0 ? [`\n### Validation Commands\n\n${shellBlock(checks.map(oneLine))}`] : []),
    '',
  ].join('\n');
}

const plainLines = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

/** A title that ends in `#` would lose it as the closing of the heading, so it gets one to lose. */
const headingText = (title: string): string => (/(?:^|\s)#+$/.test(title) ? `${title} ##` : title);

/** The fence is longer than any in the commands, so that none of them ends the block. */
function shellBlock(commands: readonly string[]): string {
  const longest = commands.flatMap((command) => command.match(/`+/g) ?? []).reduce((a, b) => Math.max(a, b.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${commands.join('\n')}\n${fence}`;
}

/** Whether a goal would break out of its entry: it begins another task, or takes the place of the checks. */
export function breaksQueue(goal: string): boolean {
  const task = { id: 'T-2026-0001', ...plainTask({ title: 'Title', goal, claims: [], checks: ['check'] }) };
  const { entries, problems } = parseQueue(appendTask('', task));
  return (
    problems.length > 0 || entries.length !== 1 || entries[0]?.checks.join() !== 'check' || entries[0].proofs.length > 0
  );
}
