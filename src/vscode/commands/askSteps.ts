import { QuickInputButtons, window, type QuickPickItem } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import { askStep, type Answer, type Step } from './steps.ts';

/** Where a question stands among several. */
export interface Frame {
  readonly title: string;
  /** Counted from 1. */
  readonly step: number;
  readonly steps: number;
}

export type Answered<T> = { readonly kind: 'next'; readonly value: T } | { readonly kind: 'back' | 'away' };

export interface PickItem extends QuickPickItem {
  /** Why it can't be chosen; shown in place of the question when somebody tries. */
  readonly refused?: string;
}

/** Asks for one of several, with a way back from the second question on. Items that come later are added to the list. */
export const askPick = <T extends PickItem>(
  { title, step, steps }: Frame,
  placeholder: string,
  items: readonly T[],
  later?: Promise<readonly T[]>,
): Promise<Answered<T>> =>
  new Promise((resolve) => {
    const pick = window.createQuickPick<T>();
    const store = new DisposableStore();
    store.add(pick);
    let over = false;
    const finish = (answer: Answered<T>): void => {
      over = true;
      store.dispose();
      resolve(answer);
    };
    Object.assign(pick, { title, step, totalSteps: steps, placeholder, items, ignoreFocusOut: true });
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.buttons = step === 1 ? [] : [QuickInputButtons.Back];
    store.add(
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen === undefined) return;
        if (chosen.refused === undefined) finish({ kind: 'next', value: chosen });
        else pick.placeholder = chosen.refused;
      }),
    );
    store.add(pick.onDidTriggerButton(() => finish({ kind: 'back' })));
    store.add(pick.onDidHide(() => finish({ kind: 'away' })));
    if (later !== undefined) {
      pick.busy = true;
      void later.then((more) => {
        if (over) return;
        const active = pick.activeItems[0]?.label;
        pick.items = more;
        pick.activeItems = more.filter(({ label }) => label === active);
        pick.busy = false;
      });
    }
    pick.show();
  });

/** Asks for a text, checked while it is typed; answers it also when a person goes back or away. */
export const askText = async ({ title, step: at, steps }: Frame, step: Step, value: string): Promise<Answer> => {
  const box = window.createInputBox();
  Object.assign(box, { title, step: at, totalSteps: steps, value, ignoreFocusOut: true });
  box.buttons = at === 1 ? [] : [QuickInputButtons.Back];
  try {
    return await askStep(box, step);
  } finally {
    box.dispose();
  }
};
