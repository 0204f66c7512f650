import { tickWord } from '../../app/views/decisionWords.ts';
import { ProgressLocation, QuickPickItemKind, ThemeIcon, window, type QuickPickItem } from 'vscode';
import type { Problem } from '../../base/problem.ts';
import type { Tick } from '../../core/tick/types.ts';
import { showProblem } from '../notify.ts';
import { sentenceOf, t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';

interface Found extends QuickPickItem {
  /** Null for a heading. */
  readonly problem: Problem | null;
}

const group = (title: string, icon: string, problems: readonly Problem[]): readonly Found[] =>
  problems.length === 0
    ? []
    : [
        { label: title, kind: QuickPickItemKind.Separator, problem: null },
        ...problems.map((problem) => ({ label: sentenceOf(problem), iconPath: new ThemeIcon(icon), problem })),
      ];

const itemsOf = (tick: Tick): readonly Found[] => [
  ...group(t('In the way:'), 'error', tick.blockers),
  ...group(t('To look at:'), 'warning', tick.warnings),
  ...group(t('In order:'), 'pass', tick.evidence),
];

/** One step of the orchestrator that ships nothing; whatever it found can be picked to be read whole. */
export const createTick =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    const request = {
      topology: deps.settings()['mam.topology'],
      execute: false,
      task: null,
      issue: null,
      branch: null,
      files: [],
      fromGit: true,
      claimText: null,
      prBody: null,
      leaseTtlMs: null,
      handedIn: [],
      unused: [],
    };
    const done = await window.withProgress(
      { location: ProgressLocation.Notification, title: t('Looking at what is in the way…') },
      () => deps.app.tick(request, editor),
    );
    if (!done.ok) return void showProblem(done.error);
    const tick = done.value;
    const picked = await window.showQuickPick(itemsOf(tick), {
      title: t('Tick: {decision}', { decision: tickWord(t, tick.decision) }),
      placeHolder: t('Task {task}, issue {issue}, branch {branch}', {
        task: tick.task ?? '-',
        issue: tick.issue ?? '-',
        branch: tick.branch,
      }),
    });
    if (!picked?.problem) return;
    if (tick.blockers.includes(picked.problem)) void showProblem(picked.problem);
    else void window.showInformationMessage(picked.label);
  };
