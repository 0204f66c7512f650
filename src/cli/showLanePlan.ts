import { problemData } from '../base/problem.ts';
import type { LanePlan } from '../app/start/planLanes.ts';
import type { Cli } from './cli.ts';
import { printable } from './paint.ts';
import { commandLine } from '../base/shellWord.ts';
import { words } from './tell.ts';

/** Each lane of each task with the command that it would run, to be read or pasted; with `json` as one object. */
export function showLanePlans(cli: Cli, plans: readonly LanePlan[], json: boolean): void {
  if (!json) return plans.forEach((plan) => show(cli, plan));
  const lanes = plans.flatMap((plan) => plan.lanes.map((lane) => ({ task: plan.task.id, ...lane })));
  const rows = lanes.map(({ command, ...lane }) =>
    command.ok ? { ...lane, argv: command.value } : { ...lane, problem: problemData(command.error) },
  );
  cli.terminal.out(JSON.stringify({ runner: 'dry-run', tasks: plans.map(({ task }) => task.id), lanes: rows }));
}

function show(cli: Cli, { task, lanes }: LanePlan): void {
  const { terminal, t } = cli;
  terminal.out(printable(t('{task} {title}: nothing is started', { task: task.id, title: task.title })));
  for (const { role, agent, cwd, command } of lanes) {
    terminal.out('');
    terminal.out(printable(t('{role}, {agent}, in {folder}', { role: t(role), agent: agent || '-', folder: cwd })));
    terminal.out(
      command.ok
        ? `  ${printable(commandLine(command.value))}`
        : `  ${words(cli, command.error)} [${command.error.code}]`,
    );
  }
}
