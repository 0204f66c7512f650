import type { Disposable } from '../../base/disposable.ts';
import type { Decision } from '../../app/views/decisions.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { Tells } from './tells.ts';

/** One notification: it can say another thing, and be taken away. */
export interface Notice extends Disposable {
  say(text: string): void;
}

interface NewsDeps {
  readonly when: () => Settings['mam.notifications'];
  /** Whether a person is at this window. */
  readonly isFocused: () => boolean;
  /** Whether what the decision is about is in front in this window: its terminal, its packet. */
  readonly isShown: (decision: Decision) => boolean;
  /** Whether this window is the one of all that tells of it. */
  readonly tells: Tells;
  readonly textOf: (decisions: readonly Decision[]) => string;
  /** `onDismiss`: a person took it away. */
  readonly show: (text: string, onDismiss: () => void) => Notice;
}

export interface DecisionNews extends Disposable {
  /** What waits now. What waited at the first look is no news: it stands in the inbox. */
  look(decisions: readonly Decision[]): void;
}

/**
 * Tells a person of what waits for them: in one window, of each thing once, and in one notification at a time, which says
 * how things stand and goes when all of it was answered, wherever that was.
 */
export const createDecisionNews = (deps: NewsDeps): DecisionNews => {
  let now: ReadonlyMap<string, Decision> | null = null;
  /** Told and neither answered nor taken away, in the order in which it came. */
  let told: readonly Decision[] = [];
  let notice: Notice | null = null;
  let said = '';
  let isOver = false;

  const close = (): void => {
    notice?.dispose();
    notice = null;
    said = '';
  };
  const draw = (): void => {
    if (told.length === 0) return close();
    const text = deps.textOf(told);
    if (text === said) return;
    said = text;
    if (notice !== null) return notice.say(text);
    notice = deps.show(text, () => {
      notice = null;
      said = '';
      told = [];
    });
  };

  /** Whoever is here sees it without being told. No other window needs to tell it then. */
  const isSeen = (decision: Decision): boolean =>
    deps.isFocused() && (deps.when() === 'unfocused' || deps.isShown(decision));

  const tell = async (decision: Decision): Promise<void> => {
    if (deps.when() === 'never') return;
    const seen = isSeen(decision);
    if (!(await deps.tells(decision.id)) || seen || isOver) return;
    // Meanwhile it may have been answered, or a person has come to it.
    if (!now?.has(decision.id) || isSeen(decision)) return;
    told = [...told, decision];
    draw();
  };

  return {
    look(decisions) {
      const before = now;
      const all = new Map(decisions.map((one) => [one.id, one]));
      now = all;
      if (before === null) return;
      told = told.flatMap(({ id }) => all.get(id) ?? []);
      draw();
      for (const [id, decision] of all) if (!before.has(id)) void tell(decision);
    },
    dispose() {
      isOver = true;
      close();
    },
  };
};
