import { window } from 'vscode';
import type { App } from '../../app/app.ts';
import { phrase, shortCommit } from '../../app/views/words.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { createViewContext } from '../viewContext.ts';

/** The name of a copy that the person picks; undefined when there is none or they turned away. */
export const pickRescue = async (app: App, title: string): Promise<string | undefined> => {
  const context = createViewContext(app);
  const listed = await app.rescues.list();
  if (!listed.ok) {
    void showProblem(listed.error);
    return undefined;
  }
  if (listed.value.length === 0) {
    void window.showInformationMessage(t('Nothing had to be rescued.'));
    return undefined;
  }
  const items = listed.value.map(({ name, commit, at, about }) => ({
    label: name,
    description: phrase(commit === '' ? '' : shortCommit(commit), `${context.day(at)} ${context.clock(at)}`),
    detail: about.replaceAll(`${app.facts.controlRoot}/`, ''),
    name,
  }));
  return (await window.showQuickPick(items, { title, matchOnDetail: true }))?.name;
};
