import { createMarkReader } from '../../../protocol/terminalMarks.ts';

/** What the programs of a session's panes told their terminal. */
export interface Notices {
  hear(pane: string, text: string): void;
  /** The last of a pane, and the how manieth it is; none where nothing was told since somebody listens. */
  of(pane: string): { readonly text: string; readonly count: number } | undefined;
}

/** Panes of one session that are listened to: a person may split it, and nobody splits it into so many. */
const mostPanes = 16;

export function createNotices(): Notices {
  const panes = new Map<string, { readonly read: ReturnType<typeof createMarkReader>; text: string; count: number }>();
  return {
    hear(pane, text) {
      const known = panes.get(pane) ?? { read: createMarkReader(), text: '', count: 0 };
      if (!panes.has(pane) && panes.size >= mostPanes) return;
      panes.set(pane, known);
      for (const mark of known.read(text)) {
        if (mark.kind !== 'notice') continue;
        known.text = mark.text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
        known.count += 1;
      }
    },
    of(pane) {
      const known = panes.get(pane);
      return known && known.count > 0 ? { text: known.text, count: known.count } : undefined;
    },
  };
}
