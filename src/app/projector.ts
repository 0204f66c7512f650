import type { Problem } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import { ledgerRulesText } from '../protocol/ledgerRules.ts';
import type { Privacy } from '../core/privacy/privacy.ts';
import type { State } from '../core/state.ts';
import { foreignLedger } from './ledgerGuard.ts';
import { eventLine, isForeignLine, sequenceOf } from './projections/events.ts';
import { hasNews, projectedFiles } from './projections/index.ts';
import { withoutStamp } from './projections/json.ts';
import { projectedBlobs } from './projections/patchArtifact.ts';
import type { Places } from './places.ts';
import type { EventStore } from './ports/eventStore.ts';
import type { Files } from './ports/files.ts';
import type { Log } from './ports/system.ts';

export interface Projector {
  /** Notes that the state moved; the files follow soon, and only those that changed. */
  update(state: State): void;
  /** Resolves when everything noted so far is on disk. */
  flush(): Promise<void>;
  /** Why the files are behind the state, or null. */
  readonly problem: Problem | null;
}

const page = 1000;

/** Writes the contract files from the state. They can be made again at any time, so a failure is told and tried again with the next change. */
export function createProjector(
  { files, store, log }: { readonly files: Files; readonly store: EventStore; readonly log: Log },
  places: Places,
  privacy: () => Privacy,
): Projector {
  const journal = `${places.ledger}/events.jsonl`;
  let wanted: State | null = null;
  /** The state whose files are all on disk. */
  let shown: State | undefined;
  /** By what they were redacted. */
  let shownBy: Privacy | undefined;
  let working: Promise<void> | null = null;
  let failure: Problem | null = null;

  const work = async (): Promise<void> => {
    while (wanted !== null) {
      const state = wanted;
      wanted = null;
      try {
        failure = (await writeFiles(state)) ?? (await writeJournal(state));
        if (failure) log.warn('the contract files are behind', { code: failure.code });
      } catch (error) {
        // The work of the loop must not end with a projection's bug.
        log.error('the contract files could not be made', { reason: String(error) });
      }
    }
    working = null;
  };

  /** Compares with what is there, so that a new owner rewrites nothing that says the same already. */
  async function writeFiles(state: State): Promise<Problem | null> {
    const hash = await store.hashAt(state.seq);
    if (!hash.ok) return hash.error;
    const by = privacy();
    const since = by === shownBy ? shown : undefined;
    const texts = new Map<string, string>();
    for (const digest of projectedBlobs(state)) {
      const text = await store.getBlob(digest);
      if (text !== null) texts.set(digest, text);
    }
    for (const [path, text] of projectedFiles(state, places, by, since, hash.value ?? undefined, texts)) {
      const there = await files.read(path);
      if (there.ok && there.value !== null && withoutStamp(there.value) === withoutStamp(text)) continue;
      const done = await files.write(path, text);
      if (!done.ok) return done.error;
    }
    shown = state;
    shownBy = by;
    return null;
  }

  /**
   * Whether the journal was written by other rules than those of now: then all of it is written anew, since an old line
   * may show what they don't. Without a note of the rules nobody knows.
   */
  async function isOutdated(rules: string): Promise<Result<boolean, Problem>> {
    const noted = await files.read(places.ledgerRules);
    return noted.ok ? ok(noted.value !== rules) : noted;
  }

  /**
   * Appends what the journal lacks, read from the log itself, so that a killed owner leaves no gap. Where the journal
   * ends is looked up each time: another host may have been the owner meanwhile.
   */
  async function writeJournal(state: State): Promise<Problem | null> {
    const end = await files.lastLine(journal);
    if (!end.ok) return end.error;
    // What somebody else added would be lost by writing anew, and repeated around by appending.
    if (end.value !== null && isForeignLine(end.value)) {
      // A person may put the whole folder aside; then every file is to be written again.
      shown = undefined;
      return foreignLedger;
    }
    const by = privacy();
    const rules = ledgerRulesText(by.config);
    const outdated = await isOutdated(rules);
    if (!outdated.ok) return outdated.error;
    const reached = end.value === null ? 0 : sequenceOf(end.value);
    // A journal that knows more than the log is not this log's, and is not lost to it.
    const anew = outdated.value && reached <= state.seq;
    let journalled = anew ? 0 : reached;
    while (journalled < state.seq) {
      const events = await store.read(journalled, page);
      if (!events.ok) return events.error;
      const last = events.value.at(-1);
      if (!last) return null;
      const lines = events.value.map((event) => eventLine(event, state, by));
      const isFirst = anew && journalled === 0;
      const done = isFirst
        ? await files.write(journal, lines.map((line) => `${line}\n`).join(''))
        : await files.appendLines(journal, lines);
      if (!done.ok) return done.error;
      journalled = last.seq;
    }
    // Noted at the end: what was cut off is done again.
    const noted = outdated.value ? await files.write(places.ledgerRules, rules) : ok(undefined);
    return noted.ok ? null : noted.error;
  }

  return {
    update: (state) => {
      if (!hasNews(state) || (state === shown && privacy() === shownBy)) return;
      wanted = state;
      working ??= work();
    },
    flush: async () => {
      for (let now = working; now !== null; now = working) await now;
    },
    get problem() {
      return failure;
    },
  };
}
