import type { StartPackRequest } from '../../src/app/start/request.ts';

/** What a person asks for who names nothing. */
export const startRequest = (changes: Partial<StartPackRequest> = {}): StartPackRequest => ({
  topology: 'expanded-eight',
  task: null,
  issue: null,
  branch: null,
  files: [],
  fromGit: false,
  claimText: null,
  prBody: null,
  handedIn: [],
  leaseTtlMs: null,
  unused: [],
  shownPath: (path) => path,
  repeat: [],
  repair: null,
  ...changes,
});
