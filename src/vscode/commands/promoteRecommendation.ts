import { QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import type { App } from '../../app/app.ts';
import { oneLine, phrase } from '../../app/views/words.ts';
import { titleKey } from '../../core/queue/titleKey.ts';
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

/** What an agent wrote is read whole before it is work that a loop may take: its goal, its files and its commands. */
const isReadAndWanted = async (app: App, what: string): Promise<boolean> => {
  const found = app.queueAdvice.recommendations().find(({ title }) => titleKey(title) === titleKey(what));
  if (!found?.byAgent) return true;
  const put = t('Put into Queue');
  const chosen = await window.showWarningMessage(
    t('An agent wrote “{title}”. Put it into the queue as ready?', { title: oneLine(found.title, 120) }),
    { modal: true, detail: [found.goal, ...found.acceptance, ...found.claims, ...found.validation].join('\n') },
    put,
  );
  return chosen === put;
};

/** Puts a recommendation into the queue, or takes a task out of its backlog. What is typed in the queue is saved first. */
export const createPromoteRecommendation =
  (deps: CommandDeps): CommandHandler =>
  async (named) => {
    const { app } = deps;
    await app.refresh();
    const what = named ?? (await pick(app));
    if (what === null || !(await isReadAndWanted(app, what))) return;
    await saveQueue(app);
    const done = await app.queueAdvice.promote(what, editor);
    if (!done.ok) return showProblem(done.error);
    const { task } = done.value;
    const show = t('Show Task');
    const chosen = await window.showInformationMessage(t('{task} is in the queue.', { task }), show);
    if (chosen === show) await createShowTask(deps)(task);
  };
