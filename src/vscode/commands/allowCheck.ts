import { window } from 'vscode';
import type { Check } from '../../core/evidence/types.ts';
import { t } from '../translate.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { dispatch } from './dispatch.ts';
import { pickRun } from './pickRun.ts';

/** The commands themselves, argument by argument: a person allows what will run, not a summary of it. */
const asWritten = (checks: readonly Check[]): string =>
  checks
    .map((check) => check.argv.map((arg) => (/^[\w./:@=-]+$/.test(arg) ? arg : JSON.stringify(arg))).join(' '))
    .join('\n');

export const createAllowCheck =
  (deps: CommandDeps): CommandHandler =>
  async (id) => {
    const run = await pickRun(deps.app, id, (one) => one.ask?.kind === 'checks');
    if (run?.ask?.kind !== 'checks') return;
    const { checks } = run.ask;
    const allow = t('Allow');
    const answer = await window.showWarningMessage(
      checks.length === 1
        ? t('Let MAM run this check of {task} on its own from now on?', { task: run.task.id })
        : t('Let MAM run these checks of {task} on its own from now on?', { task: run.task.id }),
      { modal: true, detail: asWritten(checks) },
      allow,
    );
    if (answer !== allow) return;
    for (const check of checks) if (!(await dispatch(deps, { type: 'allowCheck', argv: check.argv }))) return;
  };
