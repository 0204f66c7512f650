import type { LanePlan } from '../app/start/planLanes.ts';
import type { Cli } from './cli.ts';
import { printable } from './paint.ts';
import { shellWord } from '../base/shellWord.ts';
import { words } from './tell.ts';

/** Each lane with the command that it would run, to be read or pasted; with `json` as one object. */
export function showLanePlan(cli: Cli, { task, lanes }: LanePlan, json: boolean): void {
  const { terminal, t } = cli;
  if (json) {
    const rows = lanes.map(({ command, ...lane }) =>
      command.ok
        ? { ...lane, argv: command.value }
        : { ...lane, problem: { code: command.error.code, text: words(cli, command.error) } },
    );
    terminal.out(JSON.stringify({ task: task.id, runner: 'dry-run', lanes: rows }));
    return;
  }
  terminal.out(printable(t('{task} {title}: nothing is started', { task: task.id, title: task.title })));
  for (const { role, agent, cwd, command } of lanes) {
    terminal.out('');
    terminal.out(printable(t('{role}, {agent}, in {folder}', { role, agent: agent || '-', folder: cwd })));
    terminal.out(
      command.ok
        ? `  ${printable(command.value.map(shellWord).join(' '))}`
        : `  ${words(cli, command.error)} [${command.error.code}]`,
    );
  }
}
