import * as z from 'zod';
import { fencedLines } from '../base/fencedLines.ts';
import { problem, type Problem } from '../base/problem.ts';
import type { Proposal } from '../core/recommend/types.ts';
import { normaliseClaim } from '../core/lease/claims.ts';
import { plainTask } from './newTask.ts';
import { applyQueueEdit } from './queueEdit.ts';

/** The word behind the fence of the block, in which a planner or scout proposes tasks. */
const proposalBlock = 'mam-tasks';

/** More than these are no proposal but a flood. */
const mostTasks = 10;

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u);
const text = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .regex(/^(?:[^\p{Cc}]|\n|\t)*$/u);
const some = <T extends z.ZodType>(of: T) => z.array(of).max(12).default([]);

const proposal = z.strictObject({
  // Whoever promotes a task by its id means that one.
  title: line(120).regex(/^(?!T-\d+-\d+$)/iu),
  goal: text,
  why: line(400).optional(),
  priority: z
    .string()
    .regex(/^P[0-9]$/)
    .default('P3'),
  owner_role: line(60).default('Implementer'),
  claims: some(line(240)),
  acceptance: some(line(300)),
  validation: some(line(300)),
});

const proposals = z.array(proposal).max(mostTasks);

export interface ProposedTasks {
  readonly tasks: readonly Omit<Proposal, 'role'>[];
  /** Why a block, or a task of it, is none. */
  readonly problems: readonly Problem[];
}

/**
 * The tasks that a report proposes: JSON in fenced blocks marked `mam-tasks`. A block that is not as it should be is
 * no proposal at all, and neither is a task that would not stay one entry of the queue.
 */
export function parseTaskProposals(report: string): ProposedTasks {
  const read = blocksOf(report).map(readBlock);
  const tasks = read.flatMap((one) => (one === null ? [] : one)).slice(0, mostTasks);
  const good = tasks.filter(staysWhole);
  const bad = read.filter((one) => one === null).length + tasks.length - good.length;
  return { tasks: good, problems: bad === 0 ? [] : [malformed(bad)] };
}

/** The text of each block that its fence closes. */
function blocksOf(report: string): readonly string[] {
  const blocks: string[][] = [];
  for (const { text: words, fence, fenced, language, unclosed } of fencedLines(report)) {
    if (!fenced || language !== proposalBlock || unclosed) continue;
    if (!fence) blocks.at(-1)?.push(words);
    else if (words.includes(proposalBlock)) blocks.push([]);
  }
  return blocks.map((lines) => lines.join('\n'));
}

function readBlock(block: string): readonly Omit<Proposal, 'role'>[] | null {
  let value: unknown;
  try {
    value = JSON.parse(block);
  } catch {
    return null;
  }
  const parsed = proposals.safeParse(value);
  if (!parsed.success) return null;
  return parsed.data.map(({ owner_role: ownerRole, priority, why = '', claims, ...rest }) => ({
    ...rest,
    ownerRole,
    why,
    priority: Number(priority.slice(1)),
    claims: claims.flatMap((one) => normaliseClaim(one) ?? []),
  }));
}

const staysWhole = ({ title, goal, why, claims, acceptance, validation }: Omit<Proposal, 'role'>): boolean =>
  applyQueueEdit(
    '',
    {
      kind: 'add',
      draft: { ...plainTask({ title, goal, claims, checks: validation }), context: why, acceptance },
    },
    { year: 2000, taken: [] },
  ).ok;

const malformed = (count: number): Problem =>
  problem(
    'proposals.malformed',
    '{count} of what a report proposes is no task: it has to be a JSON list in a block marked mam-tasks, each with a title and a goal.',
    { count },
  );
