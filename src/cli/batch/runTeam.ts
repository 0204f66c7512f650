import type { App } from '../../app/app.ts';
import type { TeamRequest } from '../../app/team/request.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import { acknowledgement, isAcknowledged } from '../../core/team/acknowledged.ts';
import { readMostWorkers } from '../../core/team/staffTeam.ts';
import type { Team } from '../../core/team/types.ts';
import { attended } from '../attended.ts';
import type { Cli, Environment } from '../cli.ts';
import { teamsOpen } from './openWork.ts';
import type { RunnerOptions } from './runnerOptions.ts';

/** How long nobody in a team may be at work unless a variable says otherwise, in seconds. */
const usualIdle = 600;

/** What the options and the environment ask of a team. */
export const teamRequest = (
  env: Environment,
  { request }: Pick<RunnerOptions, 'request'>,
  assignments: TeamRequest['assignments'],
): TeamRequest => ({
  execute: request.execute,
  acknowledged: isAcknowledged(env[acknowledgement]),
  sessions: request.sessions,
  task: request.task,
  base: request.base,
  agent: request.agent,
  maxParallel: request.maxParallel,
  mostWorkers: readMostWorkers(env['OMC_MAX_WORKERS']),
  serial: ['1', 'true', 'yes', 'on'].includes((env['BIDMATE_AGENT_LOOP_PARALLELISM_KILL'] ?? '').trim().toLowerCase()),
  timeoutMs: request.timeoutMs,
  idleMs: 1000 * seconds(env['MAM_OMC_IDLE_SECONDS']),
  ...(assignments ? { assignments } : {}),
  warnings: request.warnings,
});

const seconds = (text: string | undefined): number =>
  /^[1-9]\d{0,5}$/.test((text ?? '').trim()) ? Number(text) : usualIdle;

/** Runs a team, or only plans it. */
export const runTeam = (cli: Cli, app: App, request: TeamRequest): Promise<Result<Team, Problem>> =>
  attended(cli, app, {
    execute: request.execute,
    isAtWork: teamsOpen,
    stop: { type: 'stopTeam' },
    says: {
      ending: cli.t('Shutting the team down. Ctrl-C again leaves at once.'),
      left: cli.t('The team that was left here comes to its end first.'),
    },
    begin: (signal) => app.runTeam(request, cli.actor, signal),
  });
