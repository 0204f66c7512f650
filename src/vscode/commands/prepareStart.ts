import { startWord } from '../../app/views/decisionWords.ts';
import { ProgressLocation, Uri, window, commands } from 'vscode';
import { showProblem } from '../notify.ts';
import { sentenceOf, t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';

/** Prepares work on the best task: a dry tick and every report. No lane starts, and no branch or issue is made. */
export const createPrepareStart =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    const request = {
      topology: deps.settings()['mam.topology'],
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
      shownPath: (path: string) => path,
      repeat: ['--from-git'],
      repair: null,
    };
    const done = await window.withProgress(
      { location: ProgressLocation.Notification, title: t('Preparing work…') },
      () => deps.app.activeStart(request, editor),
    );
    if (!done.ok) return void showProblem(done.error);
    const { blockers, nextCommand } = done.value;
    const decision = startWord(t, done.value.decision);
    const open = t('Open Report');
    const [first] = blockers;
    const told = first
      ? await window.showWarningMessage(`${t('Start: {decision}', { decision })}. ${sentenceOf(first)}`, open)
      : await window.showInformationMessage(
          `${t('Start: {decision}', { decision })}. ${t('Next: {command}', { command: nextCommand })}`,
          open,
        );
    if (told === open)
      await commands.executeCommand(
        'markdown.showPreview',
        Uri.file(`${deps.app.facts.controlRoot}/reports/agent_loop/active/start.md`),
      );
  };
