import type { Privacy } from '../core/privacy/privacy.ts';
import type { State } from '../core/state.ts';
import type { App } from './app.ts';
import { findJob } from './findRun.ts';
import type { Places } from './places.ts';
import type { Ports } from './ports.ts';
import { recentEvents } from './recentEvents.ts';

/** What is read of the log and the repository for whoever shows it. */
export const createReadings = (
  { store, git, log, transcripts }: Pick<Ports, 'store' | 'git' | 'log' | 'transcripts'>,
  { jobs }: Pick<Places, 'jobs'>,
  privacy: () => Privacy,
  state: () => State,
): Pick<App, 'recentEvents' | 'eventsBetween' | 'readFileAt' | 'patch' | 'transcript' | 'remoteNames'> => ({
  transcript(id) {
    const job = findJob(state(), id);
    if (!job) return null;
    const reading = transcripts.open(job.agent, `${jobs}/${job.id}`);
    return {
      skipped: () => reading.skipped(),
      async read(until) {
        const { redact } = privacy();
        return (await reading.read(until)).map((entry) => ({ ...entry, text: redact(entry.text) }));
      },
    };
  },
  remoteNames: async () => {
    const listed = await git.remoteNames();
    return listed.ok ? listed.value : [];
  },
  recentEvents: recentEvents(store, state),
  async eventsBetween(after, last) {
    const read = await store.read(after, Math.max(0, last - after));
    return read.ok ? read.value : null;
  },
  readFileAt: async (commit, path) => {
    const read = await git.readFileAt(commit, path);
    if (read.ok) return read.value;
    log.warn('a file could not be read', { commit, path, ...read.error.params, code: read.error.code });
    return null;
  },
  patch: (digest) => store.getBlob(digest),
});
