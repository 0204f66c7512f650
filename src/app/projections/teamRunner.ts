import type { Team } from '../../core/team/types.ts';
import { acknowledgement } from '../../core/team/acknowledged.ts';
import { ownFolder } from '../team/artifacts.ts';
import { bullets, code, sentences, table } from '../reports/markdown.ts';
import { ledgerSentence } from './facts.ts';
import { ledgerJson } from './json.ts';
import type { Projection } from './projection.ts';

const ledger = 'reports/agent_loop/active';

const verdictOf = ({ decision, patches }: Team): string =>
  decision === 'proposed' ? 'proposed' : decision === 'completed' && patches ? 'empty' : decision;

const entryOf = (team: Team) => ({
  session_id: 'omc-team',
  role: 'Implementer',
  agent: 'omc',
  task_id: team.task,
  ship_gate: 'lease-owner',
  status: team.decision,
  model: 'role-default',
  pid: null,
  assignment: `${ledger}/${ownFolder}/patch_artifact.json`,
  run_dir: `${ledger}/${ownFolder}`,
  command: team.command.join(' '),
});

/** A team as the state file of the runner has it. */
export const teamRunnerState = (team: Team) => ({
  schema_version: 1,
  runner: 'omc',
  execute: team.execute,
  decision: team.decision,
  verdict: verdictOf(team),
  team: team.name,
  worktree_mode: 'branch',
  auto_merge: false,
  ack_env: acknowledgement,
  auth_mode: 'omc',
  auth_status: 'not-checked',
  sandbox: 'none',
  timeout_seconds: Math.round(team.timeoutMs / 1000),
  max_commands_per_session: 0,
  model: 'role-default',
  registry: `${ledger}/session_registry.json`,
  assignments_dir: `${ledger}/assignments`,
  runs_dir: `${ledger}/omc_runs`,
  sessions: [entryOf(team)],
  heartbeats: [],
  blockers: team.blockers.map(ledgerSentence),
  warnings: team.warnings.map(ledgerSentence),
});

/** The newest team as a page to read. */
export function teamReport(team: Team): string {
  const tasks = team.summary?.tasks;
  return `${[
    '# Active Codex Runner',
    bullets([
      'Runner: omc, whose workers nothing holds',
      `Execution: ${team.execute ? 'execute' : 'dry run'}`,
      `Decision: ${team.decision}`,
      `Team: ${team.name ?? 'not started'}`,
      `Tasks: ${tasks ? `${tasks.completed} of ${tasks.total} done, ${tasks.failed} failed` : 'unknown'}`,
      `Time for all: ${Math.round(team.timeoutMs / 1000)} s`,
      `At: ${team.startedAt}`,
    ]),
    `## Inputs\n\n${bullets([
      `Task: ${team.task ?? 'N/A'}`,
      `Seats: ${team.sessions.join(', ') || 'none'}`,
      `Base: ${team.base ?? 'unknown'}`,
    ])}`,
    `## Workers\n\n${table(
      ['Worker', 'Files'],
      (team.patches ?? []).map(({ name, files }) => [name, files.map((file) => file.path).join(', ') || '-']),
    )}`,
    `## Blockers\n\n${sentences(team.blockers)}`,
    `## Warnings\n\n${sentences(team.warnings)}`,
    `## Execute\n\n${code(`${acknowledgement}=1 mam active-codex-runner --runner omc --execute`)}`,
  ].join('\n\n')}\n`;
}

/** The files of the runner where a team was the last that it ran. */
export const teamRunner = (team: Team): readonly Projection[] => [
  {
    path: 'codex_runner_state.json',
    reads: [team],
    render: (stamp) => ledgerJson(teamRunnerState(team), stamp),
  },
  { path: 'codex_runner.md', reads: [team], render: () => teamReport(team) },
];
