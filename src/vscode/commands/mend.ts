import { join } from 'node:path';
import { env, window } from 'vscode';
import { commandLine } from '../../base/shellWord.ts';
import { t } from '../translate.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';

/** Shows the command that mends a finding, whole, and runs it in a terminal only when the person says so. */
export const createMend =
  ({ app, doctor }: CommandDeps): CommandHandler =>
  async (id) => {
    const found = id === undefined ? undefined : doctor.find(id);
    if (!found?.argv) return;
    const command = commandLine(found.argv);
    const [run, copy] = [t('Run in Terminal'), t('Copy Command')];
    const detail = `${command}\n\n${found.words}`;
    const chosen = await window.showWarningMessage(t('Run this command?'), { modal: true, detail }, run, copy);
    if (chosen === copy) return env.clipboard.writeText(command);
    if (chosen !== run) return;
    const [program = '', ...args] = found.argv;
    // The person's shell may know no `mam`, or another one.
    const own = program === 'mam' ? join(app.binFolder, process.platform === 'win32' ? 'mam.cmd' : 'mam') : program;
    const terminal = window.createTerminal({ name: t('MAM: Doctor'), cwd: app.facts.controlRoot });
    terminal.show();
    const done = window.onDidEndTerminalShellExecution((end) => {
      if (end.terminal === terminal) void doctor.look();
    });
    const closed = window.onDidCloseTerminal((one) => {
      if (one !== terminal) return;
      done.dispose();
      closed.dispose();
      void doctor.look();
    });
    terminal.sendText(commandLine([own, ...args]));
  };
