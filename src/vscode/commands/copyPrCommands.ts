import { env, window } from 'vscode';
import { prCommands } from '../../app/views/prCommands.ts';
import { t } from '../translate.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { pickRun } from './pickRun.ts';

export const createCopyPrCommands =
  (deps: CommandDeps): CommandHandler =>
  async (id) => {
    const run = await pickRun(deps.app, id, (one) => one.decision?.kind === 'approved');
    if (run === undefined) return;
    const [remote = 'origin'] = await deps.app.remoteNames();
    const text = prCommands(run, remote);
    if (text === null) return;
    await env.clipboard.writeText(text);
    void window.showInformationMessage(
      t('Copied: push {branch} and open a pull request. Paste it into a terminal.', { branch: run.branch }),
    );
  };
