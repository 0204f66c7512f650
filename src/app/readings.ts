import type { State } from '../core/state.ts';
import type { App } from './app.ts';
import type { Ports } from './ports.ts';

/** What is read of the log and the repository for whoever shows it. */
export const createReadings = (
  { store, git, log }: Pick<Ports, 'store' | 'git' | 'log'>,
  state: () => State,
  preferredBase: () => string | null,
): Pick<App, 'recentEvents' | 'readFileAt' | 'patch' | 'remoteNames' | 'resolveBase'> => ({
  remoteNames: async () => {
    const listed = await git.remoteNames();
    return listed.ok ? listed.value : [];
  },
  resolveBase: () => git.resolveBase(preferredBase()),
  recentEvents: async (limit) => {
    const events = await store.read(Math.max(0, state().seq - limit), limit);
    return events.ok ? events.value : [];
  },
  readFileAt: async (commit, path) => {
    const read = await git.readFileAt(commit, path);
    if (read.ok) return read.value;
    log.warn('a file could not be read', { commit, path, ...read.error.params, code: read.error.code });
    return null;
  },
  patch: (digest) => store.getBlob(digest),
});
