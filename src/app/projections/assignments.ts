import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import type { Role } from '../../core/topology/types.ts';
import { fence } from '../brief.ts';
import { seatStatus } from '../views/seatStatus.ts';
import { runsOf } from '../views/select.ts';
import { blockersOf, warningsOf } from './facts.ts';
import type { Projection } from './projection.ts';

const bullets = (items: readonly string[]): string =>
  items.length === 0 ? '- None' : items.map((item) => `- ${item.replace(/\s*\n\s*/g, ' ')}`).join('\n');

const decisionOf = (run: Run | null): string => {
  if (run === null) return 'none';
  if (run.decision?.kind === 'approved') return run.decision.merged ? 'merged' : 'approved';
  return blockersOf(run).length > 0 ? 'blocked' : run.gate?.open ? 'ready' : 'planned';
};

const statusOf = (state: State, { session }: Role): string =>
  Object.hasOwn(state.sessions, session) ? seatStatus(state, session, state.updatedAt).status : 'idle';

/** What one seat is to do: the facts of the contract, and the task and the role in words, so that it can be worked from alone. */
const assignment = (state: State, role: Role, run: Run | null): string => {
  const job = run?.jobs.findLast((one) => one.session === role.session);
  return `${[
    `# Active Assignment: ${role.name}`,
    [
      `- Session: ${role.session}`,
      `- Status: ${statusOf(state, role)}`,
      `- Decision: ${decisionOf(run)}`,
      `- Task: ${run?.task.id ?? 'N/A'}`,
      '- Issue: N/A',
      `- Branch: ${run?.branch ?? 'N/A'}`,
      `- Next command: ${run ? `mam gate ${run.task.id}` : 'mam status'}`,
    ].join('\n'),
    `## Claimed Files\n\n${bullets((run?.claims ?? []).map((claim) => `\`${claim}\``))}`,
    `## Blockers\n\n${bullets(run ? blockersOf(run) : [])}`,
    `## Warnings\n\n${bullets(warningsOf(state))}`,
    `## Role\n\n${role.focus}${role.authority === 'read' ? ' It reads and reports; it changes nothing.' : ''}`,
    run ? `## Task\n\n${run.task.title}\n\n${fence(run.task.body)}` : '## Task\n\nNone is assigned.',
    ...(job ? [`## Brief\n\nThe whole brief of this seat: \`.mam/jobs/${job.id}/brief.md\``] : []),
  ].join('\n\n')}\n`;
};

/** A seat of an earlier topology keeps its file, which says so, rather than an assignment that is no longer true. */
const retired = (role: Role): string =>
  `# Active Assignment: ${role.name}\n\n- Session: ${role.session}\n- Status: not in the present topology\n`;

export const assignments = (state: State): readonly Projection[] => {
  const roles = state.topology?.roles ?? [];
  const earlier = new Map<string, Role>();
  for (const loop of Object.values(state.loops))
    for (const role of loop.options.topology.roles)
      if (!roles.some((one) => one.session === role.session)) earlier.set(role.session, role);
  const run = runsOf(state)[0] ?? null;
  return [
    ...roles.map((role) => ({
      path: `assignments/${role.session}.md`,
      // A seat goes stale by time alone, so what it would say is looked at each time.
      reads: [run, statusOf(state, role), state.queue.problems, role],
      render: () => assignment(state, role, run),
    })),
    ...[...earlier.values()].map((role) => ({
      path: `assignments/${role.session}.md`,
      reads: ['retired'],
      render: () => retired(role),
    })),
  ];
};
