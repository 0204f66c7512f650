import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import type { Recorded } from '../../core/event.ts';
import type { State } from '../../core/state.ts';
import { sequenceOf } from '../projections/events.ts';
import { jobLine, jobOf } from '../projections/jobLine.ts';
import { jobFilesOf, jobFolders, jobLogPath } from '../projections/jobs.ts';
import { stampedSeq, withoutStamp } from '../projections/json.ts';
import type { Places } from '../places.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/system.ts';

export interface JobProjector {
  /** Notes that the state moved; the files of the jobs that changed follow soon. */
  update(state: State): void;
  /** Resolves when everything noted so far is on disk. */
  flush(): Promise<void>;
  /** Why the files are behind, or null. */
  readonly problem: Problem | null;
}

const page = 1000;
/** Events of other things that a new owner may have to look through. */
const mostUnnoted = 5000;

/**
 * Writes what other tools read of delegated jobs below `.mam`: their records, and a log of each. All of it can be made
 * again. Up to which event that was done is noted on disk, so that a new owner looks only at jobs to which something
 * happened since.
 */
export function createJobProjector(
  { files, store, log }: { readonly files: Files; readonly store: EventStore; readonly log: Log },
  places: Pick<Places, 'controlRoot'>,
  privacy: () => Privacy,
): JobProjector {
  const root = `${places.controlRoot}/.mam`;
  const cursorFile = `${root}/${jobFolders.logs}/cursor.json`;
  /** By job, the event that its log ends with; looked up once. */
  const ends = new Map<string, number>();
  let wanted: State | null = null;
  /** The newest event that is on disk; null before it was looked up. */
  let done: number | null = null;
  /** What of it is noted on disk. */
  let noted = 0;
  let working: Promise<void> | null = null;
  let failure: Problem | null = null;

  const work = async (): Promise<void> => {
    while (wanted !== null) {
      const state = wanted;
      wanted = null;
      try {
        failure = await writeNews(state);
        if (failure) log.warn('the files of the jobs are behind', { code: failure.code });
      } catch (error) {
        // The work of the host must not end with a projection's bug.
        log.error('the files of the jobs could not be made', { reason: String(error) });
      }
    }
    working = null;
  };

  async function writeNews(state: State): Promise<Problem | null> {
    if (done === null) {
      const cursor = await readCursor(state.seq);
      if (!cursor.ok) return cursor.error;
      done = cursor.value;
      noted = cursor.value;
    }
    let from: number = done;
    const changed = new Set<string>();
    const failed = new Map<string, Problem>();
    while (from < state.seq) {
      const events = await store.read(from, page);
      if (!events.ok) return events.error;
      // What came after this state is told with the next one, so that no file is older than its log.
      const own = events.value.filter(({ seq }) => seq <= state.seq);
      await writeLogs(own, changed, failed);
      from = own.at(-1)?.seq ?? state.seq;
    }
    for (const id of changed) {
      const job = state.delegations[id];
      const behind = job && !failed.has(id) ? await writeFiles(job, state) : null;
      if (behind) failed.set(id, behind);
    }
    // One job whose files can't be written keeps no other from being told.
    const [first] = failed.values();
    if (first) return first;
    done = from;
    if (changed.size === 0 && from - noted < mostUnnoted) return null;
    const written = await files.write(cursorFile, `${JSON.stringify({ v: 1, seq: from })}\n`);
    if (!written.ok) return written.error;
    noted = from;
    return null;
  }

  /** A note that is ahead of the log belongs to another one: then all is looked at anew. */
  async function readCursor(newest: number): Promise<Result<number, Problem>> {
    const text = await files.read(cursorFile);
    if (!text.ok) return text;
    const seq = text.value === null ? 0 : sequenceOf(text.value);
    return ok(Number.isSafeInteger(seq) && seq > 0 && seq <= newest ? seq : 0);
  }

  async function writeLogs(
    events: readonly Recorded[],
    changed: Set<string>,
    failed: Map<string, Problem>,
  ): Promise<void> {
    const byJob = new Map<string, Recorded[]>();
    for (const event of events) {
      const job = jobOf(event);
      if (job !== null) byJob.set(job, [...(byJob.get(job) ?? []), event]);
    }
    for (const [job, own] of byJob) {
      if (failed.has(job)) continue;
      changed.add(job);
      const path = `${root}/${jobLogPath(job)}`;
      const end = await endOf(job, path);
      if (!end.ok) {
        failed.set(job, end.error);
        continue;
      }
      const fresh = own.filter(({ seq }) => seq > end.value);
      if (fresh.length === 0) continue;
      const appended = await files.appendLines(
        path,
        fresh.map((event) => jobLine(event, privacy())),
      );
      if (appended.ok) ends.set(job, fresh.at(-1)?.seq ?? end.value);
      else failed.set(job, appended.error);
    }
  }

  async function endOf(job: string, path: string): Promise<Result<number, Problem>> {
    const known = ends.get(job);
    if (known !== undefined) return ok(known);
    const last = await files.lastLine(path);
    if (!last.ok) return last;
    const end = last.value === null ? 0 : sequenceOf(last.value);
    ends.set(job, end);
    return ok(end);
  }

  async function writeFiles(job: DelegatedJob, state: State): Promise<Problem | null> {
    for (const [path, text] of jobFilesOf(job, { seq: state.seq, at: state.updatedAt, privacy: privacy() })) {
      const there = await files.read(`${root}/${path}`);
      if (there.ok && there.value !== null && withoutStamp(there.value) === withoutStamp(text)) continue;
      if (there.ok && there.value !== null && stampedSeq(there.value) === 0) {
        log.warn('a file of a job is not MAM’s and stays as it is', { path });
        continue;
      }
      const written = await files.write(`${root}/${path}`, text);
      if (!written.ok) return written.error;
    }
    return null;
  }

  return {
    update: (state) => {
      if (state.seq === done) return;
      if (Object.keys(state.delegations).length === 0) {
        // There was never one, so that nothing up to here has to be looked at.
        if (working === null) done = state.seq;
        return;
      }
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
