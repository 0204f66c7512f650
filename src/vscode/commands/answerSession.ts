import { commands, window } from 'vscode';
import type { Answer, JobQuestion } from '../../app/delegation/answer.ts';
import type { ScreenForm } from '../../app/ports/sessionSigns.ts';
import { waitsOf, type Wait } from '../../app/views/waits.ts';
import { commandId } from '../ids.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { createViewContext, sceneOf } from '../viewContext.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';

const isQuestion = ({ kind }: Wait): boolean =>
  kind === 'permission' || kind === 'question' || kind === 'trust' || kind === 'signIn';

const lineError = (text: string): string | undefined =>
  // oxlint-disable-next-line no-control-regex -- these are the characters to be refused
  /[\u0000-\u001F]/.test(text) ? t('An answer is one line without control characters.') : undefined;

const pickWait = async (waits: readonly Wait[]): Promise<Wait | undefined> => {
  if (waits.length === 1) return waits[0];
  const items = waits.map((wait) => ({ label: wait.label, detail: wait.detail ?? '', wait }));
  return (await window.showQuickPick(items, { title: t('Which question?'), matchOnDetail: true }))?.wait;
};

/** Lets a person choose one of the answers that stand on the screen. */
async function choose(app: CommandDeps['app'], { session, label }: Wait, question: ScreenForm): Promise<void> {
  const items = question.options.map((option) => ({ label: option.label, option }));
  const picked = await window.showQuickPick(items, { title: label, placeHolder: question.text, ignoreFocusOut: true });
  if (picked === undefined) return;
  const answered = await app.agentSessions.answer(session.id, { question, key: picked.option.key }, editor);
  if (!answered.ok) void showProblem(answered.error);
}

/** A dialogue that can't be read may take Enter for a yes, so that no text is offered. */
async function pickKey(wait: Wait, question: JobQuestion): Promise<Answer | 'show' | undefined> {
  const keys = ['1', '2', '3', 'y', 'n', 'Escape'];
  const items = [
    { label: t('Look at its terminal first'), key: null },
    ...keys.map((key) => ({ label: t('Press {key}', { key }), key })),
  ];
  const options = { title: wait.label, placeHolder: question.text, ignoreFocusOut: true };
  const picked = await window.showQuickPick(items, options);
  if (picked === undefined) return undefined;
  return picked.key === null ? 'show' : { key: picked.key, question };
}

async function askText(wait: Wait, question: JobQuestion): Promise<Answer | undefined> {
  const text = await window.showInputBox({
    title: wait.label,
    prompt: question.text,
    placeHolder: t('What to type; Enter is pressed after it. Empty presses Enter alone.'),
    ignoreFocusOut: true,
    validateInput: lineError,
  });
  if (text === undefined) return undefined;
  return text === '' ? { key: 'Enter', question } : { text };
}

/** Types a person's answer in front of the agent that asked; what can't be answered from here is shown. */
export const createAnswerSession =
  ({ app }: CommandDeps): CommandHandler =>
  async (id) => {
    const waits = waitsOf(createViewContext(app), sceneOf(app)).filter(isQuestion);
    const wait = id === undefined ? await pickWait(waits) : waits.find(({ session }) => session.id === id);
    if (wait === undefined) {
      if (id !== undefined || waits.length === 0)
        void window.showInformationMessage(t('No agent asks anything now: it was answered already.'));
      return;
    }
    const shown = await app.agentSessions.question(wait.session.id);
    if (shown.ok) {
      await choose(app, wait, shown.value);
      return;
    }
    if (wait.job === null || wait.kind === 'signIn' || wait.kind === 'trust') {
      await commands.executeCommand(commandId('showSession'), wait.session.id);
      return;
    }
    const question = await app.delegation.question(wait.job.id);
    if (!question.ok) {
      void showProblem(question.error);
      return;
    }
    const given = await (question.value.byKey ? pickKey(wait, question.value) : askText(wait, question.value));
    if (given === undefined) return;
    if (given === 'show') {
      await commands.executeCommand(commandId('showSession'), wait.session.id);
      return;
    }
    // What it asked may have been answered, or replaced by another question, while the box was open.
    const still = waitsOf(createViewContext(app), sceneOf(app)).some((one) => one.id === wait.id);
    if (!still) {
      void window.showInformationMessage(
        t('Nothing was typed: {session} no longer asks this.', { session: wait.session.name }),
      );
      return;
    }
    const answered = await app.delegation.answer(wait.job.id, given, editor);
    if (!answered.ok) void showProblem(answered.error);
  };
