import { QuickInputButtons, window, type InputBox } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';

export interface Step {
  readonly key: string;
  readonly prompt: string;
  readonly placeHolder: string;
  /** Why the text can't be taken, or undefined. */
  readonly check: (text: string) => string | undefined;
}

/** What stands in the box, also when a person goes back or away. */
export interface Answer {
  readonly kind: 'next' | 'back' | 'away';
  readonly text: string;
}

/** Asks one question in a box that is there already. */
export const askStep = (box: InputBox, step: Step): Promise<Answer> =>
  new Promise((resolve) => {
    const store = new DisposableStore();
    const finish = (kind: Answer['kind']): void => {
      store.dispose();
      resolve({ kind, text: box.value });
    };
    box.prompt = step.prompt;
    box.placeholder = step.placeHolder;
    box.validationMessage = undefined;
    store.add(box.onDidChangeValue((text) => void (box.validationMessage = step.check(text))));
    store.add(
      box.onDidAccept(() => {
        const wrong = step.check(box.value);
        box.validationMessage = wrong;
        if (wrong === undefined) finish('next');
      }),
    );
    store.add(box.onDidTriggerButton(() => finish('back')));
    store.add(box.onDidHide(() => finish('away')));
    box.show();
  });

/** Asks one thing after another, with a way back; undefined when the person turned away. */
export const runSteps = async (
  title: string,
  steps: readonly Step[],
): Promise<Readonly<Record<string, string>> | undefined> => {
  const answers: Record<string, string> = {};
  const box = window.createInputBox();
  box.title = title;
  box.totalSteps = steps.length;
  box.ignoreFocusOut = true;
  try {
    let at = 0;
    while (at < steps.length) {
      const step = steps[at];
      if (step === undefined) break;
      box.step = at + 1;
      box.value = answers[step.key] ?? '';
      box.buttons = at === 0 ? [] : [QuickInputButtons.Back];
      const answer = await askStep(box, step);
      if (answer.kind === 'away') return undefined;
      if (answer.kind === 'next') answers[step.key] = answer.text;
      at += answer.kind === 'back' ? -1 : 1;
    }
    return answers;
  } finally {
    box.dispose();
  }
};
