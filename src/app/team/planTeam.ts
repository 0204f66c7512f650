import { problem, type Problem } from '../../base/problem.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { State } from '../../core/state.ts';
import { acknowledgement } from '../../core/team/acknowledged.ts';
import { staffTeam, workersWord } from '../../core/team/staffTeam.ts';
import { teamTask } from '../../core/team/teamTask.ts';
import type { TeamPlan } from '../../core/team/types.ts';
import { pickSeats } from '../batch/pickSeats.ts';
import { assignments } from '../projections/assignments.ts';
import type { Teams } from '../ports/teams.ts';
import type { TeamRequest } from './request.ts';
import { teamText } from './teamText.ts';

/** The longest that any team gets, in awake milliseconds: whatever it does, it comes to an end. */
const mostMs = 24 * 60 * 60_000;

interface Deps {
  readonly state: State;
  readonly privacy: Privacy;
  readonly teams: Pick<Teams, 'command'>;
  /** The commit that the workers' changes are compared with, or why it can't be found out. */
  readonly base: { readonly commit: string } | { readonly missing: Problem };
}

/** A team as it would be, with the first thing that is in its way. Starts nothing. */
export function planTeam(request: TeamRequest, { state, privacy, teams, base }: Deps): TeamPlan {
  // A team needs no room for each seat: they share its workers.
  const all = { kind: 'runner', sessions: request.sessions, role: null, maxParallel: Infinity } as const;
  const { roles, blockers: notChosen } = pickSeats(all, state);
  const seatsOf = (sessions: readonly string[]) => sessions.flatMap((session) => state.sessions[session] ?? []);
  const task = teamTask(request.task, seatsOf(roles.map((role) => role.session)), Object.values(state.sessions));
  const workers = staffTeam(request.agent, state.mix, {
    most: request.mostWorkers,
    atOnce: request.maxParallel,
    serial: request.serial,
  });
  const own = new Map(assignments(state).map((one) => [one.path, one]));
  const stamp = { seq: state.seq, at: state.updatedAt, privacy };
  const assignmentOf = (session: string): string | null =>
    request.assignments
      ? (request.assignments[session] ?? null)
      : (own.get(`assignments/${session}.md`)?.render(stamp) ?? null);
  const { text, problems } = teamText(roles, assignmentOf, privacy);
  return {
    execute: request.execute,
    sessions: roles.map((role) => role.session),
    task: task.ok ? task.value : null,
    workers,
    text,
    command: teams.command({ workers: workersWord(workers), text }),
    base: 'commit' in base ? base.commit : null,
    timeoutMs: request.timeoutMs > 0 ? Math.min(request.timeoutMs, mostMs) : mostMs,
    idleMs: request.idleMs,
    blockers: firstOf([
      request.acknowledged ? [] : [noAck()],
      task.ok || notChosen.length > 0 ? [] : [task.error],
      problems,
      [...notChosen, ...('missing' in base ? [base.missing] : [])],
    ]),
    warnings: [...request.warnings, ...(request.execute ? [] : [nothingStarted()])],
  };
}

/** What is in the way at the first check that finds something: the later ones build on the earlier. */
const firstOf = (checks: readonly (readonly Problem[])[]): readonly Problem[] =>
  checks.find((found) => found.length > 0) ?? [];

const noAck = (): Problem =>
  problem(
    'omc.noAck',
    'The workers of a team use what you are signed in to and the network, and nothing of MAM holds them. If you accept that, set {variable}=1.',
    { variable: acknowledgement },
  );

const nothingStarted = (): Problem =>
  problem('omc.dryRun', 'Nothing was started, and no earlier proposal was touched. Give --execute to start the team.');
