import { QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import type { App } from '../../app/app.ts';
import { oneLine, phrase } from '../../app/views/words.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { createShowTask } from './showTask.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { saveQueue } from './queueFile.ts';

interface Item extends QuickPickItem {
  readonly what: string | null;
}

const heading = (label: string): Item => ({ label, kind: QuickPickItemKind.Separator, what: null });

const itemsOf = (app: App): readonly Item[] => {
  const recommended = app.queueAdvice.recommendations();
  const backlog = app.state.queue.tasks.filter(({ status }) => status === 'backlog');
  return [
    ...(recommended.length === 0 ? [] : [heading(t('Recommendations'))]),
    ...recommended.map(({ title, priority, lane, reason }) => ({
      label: oneLine(title, 120),
      description: phrase(`P${priority}`, lane),
      detail: oneLine(t(reason.text, reason.params), 160),
      what: title,
    })),
    ...(backlog.length === 0 ? [] : [heading(t('Backlog'))]),
    ...backlog.map(({ id, title, priority }) => ({ label: `${id}  ${title}`, description: `P${priority}`, what: id })),
  ];
};

const pick = async (app: App): Promise<string | null> => {
  const items = itemsOf(app);
  if (items.length === 0) {
    void window.showInformationMessage(t('Nothing is recommended, and the backlog is empty.'));
    return null;
  }
  const picked = await window.showQuickPick([...items], {
    title: t('Promote Recommendation'),
    placeHolder: t('Enter puts it into the queue as ready'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.what ?? null;
};

/** Puts a recommendation into the queue, or takes a task out of its backlog. What is typed in the queue is saved first. */
export const createPromoteRecommendation =
  (deps: CommandDeps): CommandHandler =>
  async (named) => {
    const { app } = deps;
    await app.refresh();
    const what = named ?? (await pick(app));
    if (what === null) return;
    await saveQueue(app);
    const done = await app.queueAdvice.promote(what, editor);
    if (!done.ok) return showProblem(done.error);
    const { task } = done.value;
    const show = t('Show Task');
    const chosen = await window.showInformationMessage(t('{task} is in the queue.', { task }), show);
    if (chosen === show) await createShowTask(deps)(task);
  };
