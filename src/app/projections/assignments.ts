import { codeSpan, plainMarkdown } from '../../base/plainMarkdown.ts';
import { issueOf } from '../../core/branch/issue.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import type { Task } from '../../core/task/types.ts';
import type { Tick } from '../../core/tick/types.ts';
import type { Role } from '../../core/topology/types.ts';
import { fence } from '../briefParts.ts';
import { seatStatus } from '../views/seatStatus.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import { blockersOf, heldAsks, markdownSentence, warningsOf } from './facts.ts';
import { nextCommand } from './nextCommand.ts';
import type { Projection } from './projection.ts';

/** What all seats work on: the same for each of them. */
interface Work {
  readonly decision: string;
  readonly taskId: string | null;
  readonly task: Pick<Task, 'title' | 'body'> | undefined;
  readonly issue: string | null;
  readonly branch: string | null;
  readonly claims: readonly string[];
  readonly blockers: readonly string[];
  readonly warnings: readonly string[];
}

/** The newest run, else the newest tick: whichever is under way. */
function workOf(state: State): Work {
  const run = newestFirst(state)[0];
  const tick = state.ticks.at(-1);
  if (tick && (!run || (run.phase === 'ended' && run.startedAt <= tick.at)))
    return workOfTick(state, tick, warningsOf(state, markdownSentence));
  return workOfRun(state, run);
}

function workOfRun(state: State, run: Run | undefined): Work {
  return {
    decision: decisionOf(state, run),
    taskId: run?.task.id ?? null,
    task: run?.task,
    issue: run ? issueOfRun(state, run) : null,
    branch: run?.branch ?? null,
    claims: run?.claims ?? [],
    blockers: run ? blockersOf(state, run, markdownSentence) : [],
    warnings: warningsOf(state, markdownSentence),
  };
}

const workOfTick = (state: State, tick: Tick, warnings: readonly string[]): Work => ({
  decision: tick.decision,
  taskId: tick.task,
  task: state.queue.tasks.find((task) => task.id === tick.task),
  issue: tick.issue,
  branch: tick.branch,
  claims: tick.files,
  blockers: tick.blockers.map(markdownSentence),
  warnings: [...new Set([...tick.warnings.map(markdownSentence), ...warnings])],
});

const decisionOf = (state: State, run: Run | undefined): string => {
  if (run === undefined) return 'none';
  if (run.decision?.kind === 'approved') return run.decision.merged ? 'merged' : 'approved';
  return blockersOf(state, run).length > 0 ? 'blocked' : run.gate?.open ? 'ready' : 'planned';
};

/** A run works on a branch of its own, so its issue is what a tick said of the task, or what the base is named after. */
const issueOfRun = (state: State, run: Run): string | null =>
  state.ticks.find((tick) => tick.task === run.task.id)?.issue ??
  issueOf(run.branch) ??
  (run.base ? issueOf(run.base.ref) : null);

const statusOf = (state: State, { session }: Role): string =>
  Object.hasOwn(state.sessions, session) ? seatStatus(state, session, state.updatedAt).status : 'idle';

const bullets = (items: readonly string[]): string =>
  items.length === 0 ? '- None' : items.map((item) => `- ${item.replace(/\s*\n\s*/g, ' ')}`).join('\n');

/** What one seat is to do: the facts of the contract, and the task and the role in words, so that it can be worked from alone. */
const assignment = (state: State, role: Role, work: Work, status = statusOf(state, role)): string => {
  const { task } = work;
  const job = newestFirst(state)
    .find((run) => run.task.id === work.taskId)
    ?.jobs.findLast((one) => one.session === role.session);
  return `${[
    `# Active Assignment: ${role.name}`,
    [
      `- Session: ${role.session}`,
      `- Status: ${status}`,
      `- Decision: ${work.decision}`,
      `- Task: ${work.taskId ?? 'N/A'}`,
      `- Issue: ${work.issue ?? 'N/A'}`,
      `- Branch: ${plainMarkdown(work.branch ?? 'N/A')}`,
      `- Next command: ${nextCommand(role.shipGate, work.taskId)}`,
    ].join('\n'),
    `## Claimed Files\n\n${bullets(work.claims.map(codeSpan))}`,
    `## Blockers\n\n${bullets(work.blockers)}`,
    `## Warnings\n\n${bullets(work.warnings)}`,
    `## Role\n\n${role.focus}${role.authority === 'read' ? ' It reads and reports; it changes nothing.' : ''}`,
    task ? `## Task\n\n${plainMarkdown(task.title)}\n\n${fence(task.body)}` : '## Task\n\nNone is assigned.',
    ...(job && !job.cleared ? [`## Brief\n\nThe whole brief of this seat: \`.mam/jobs/${job.id}/brief.md\``] : []),
  ].join('\n\n')}\n`;
};

/** A seat of an earlier topology keeps its file, which says so, rather than an assignment that is no longer true. */
const retired = (role: Role): string =>
  `# Active Assignment: ${role.name}\n\n- Session: ${role.session}\n- Status: not in the present topology\n`;

/** The assignment of a task's seat, whatever else that seat is given and whatever the queue says beside it. */
export const taskAssignment = (state: State, role: Role, run: Run): string => {
  const isOpen = run.jobs.some(({ session, ended }) => session === role.session && ended === undefined);
  return assignment(state, role, { ...workOfRun(state, run), warnings: [] }, isOpen ? 'running' : 'reported');
};

export const assignments = (state: State): readonly Projection[] => [
  ...(state.topology?.roles ?? []).map((role) => ({
    path: `assignments/${role.session}.md`,
    // A seat goes stale by time alone, so what it would say is looked at each time.
    reads: [state.runs, heldAsks(state), state.ticks, statusOf(state, role), state.queue, role],
    render: () => assignment(state, role, workOf(state)),
  })),
  ...Object.values(state.retired).map((role) => ({
    path: `assignments/${role.session}.md`,
    reads: ['retired'],
    render: () => retired(role),
  })),
];
