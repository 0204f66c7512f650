import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the tests of the `describe` that calls this: made anew for each test, removed after it. Returns its path when called. */
export function useTempFolder(): () => string {
  let folder = '';
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'mam-test-')));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return () => folder;
}
