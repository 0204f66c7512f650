import { problemData, type Problem } from '../../base/problem.ts';
import { commandLine } from '../../base/shellWord.ts';
import type { Team } from '../../core/team/types.ts';
import type { Cli } from '../cli.ts';
import { printable } from '../paint.ts';
import { words } from '../tell.ts';

/** A team as one object. */
export const teamData = (team: Team): Readonly<Record<string, unknown>> => ({
  runner: 'omc',
  decision: team.decision,
  execute: team.execute,
  task_id: team.task,
  team: team.name,
  sessions: team.sessions,
  workers: team.workers,
  argv: team.command,
  base: team.base,
  tasks: team.summary?.tasks ?? null,
  patches: (team.patches ?? []).map(({ name, files }) => ({ worker: name, files: files.map((file) => file.path) })),
  blockers: team.blockers.map(problemData),
  warnings: team.warnings.map(problemData),
});

/** A team for people: the command, what its workers changed, and what is in the way. */
export function showTeam(cli: Cli, team: Team): void {
  const { terminal, t } = cli;
  const { paint } = terminal;
  const decisions: Readonly<Record<Team['decision'], string>> = {
    planned: t('planned'),
    blocked: t('blocked'),
    running: t('running'),
    proposed: t('proposed'),
    completed: t('completed'),
  };
  const decision = decisions[team.decision];
  terminal.out((team.decision === 'blocked' ? paint.bad : paint.good)(t('Team: {decision}', { decision })));
  terminal.out(
    printable(
      t('Task {task}, seats {sessions}', { task: team.task ?? '-', sessions: team.sessions.join(', ') || '-' }),
    ),
  );
  terminal.out(printable(`  ${commandLine(team.command)}`));
  for (const { name, files } of team.patches ?? [])
    terminal.out(printable(`${name}: ${files.map((file) => file.path).join(', ') || '-'}`));
  if (team.decision === 'proposed') terminal.out(t('Look at it with `mam active-apply`.'));
  const list = (title: string, ones: readonly Problem[]): void => {
    if (ones.length === 0) return;
    terminal.out('');
    terminal.out(title);
    for (const one of ones) terminal.out(`  - ${words(cli, one)} [${one.code}]`);
  };
  list(t('In the way:'), team.blockers);
  list(t('To look at:'), team.warnings);
}
