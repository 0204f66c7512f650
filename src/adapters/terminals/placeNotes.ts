import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../base/problem.ts';
import { placeNote, type PlaceNote } from '../../protocol/agents/place.ts';
import { noteUnreadable } from './problems.ts';

/** Notes that the programs of places keep, one a session. */
export interface PlaceNotes {
  path(handle: string): string;
  /** Null when there is none. */
  read(handle: string): Promise<Result<PlaceNote | null, Problem>>;
  handles(): Promise<readonly string[]>;
}

const ending = '.json';

export function openPlaceNotes(folder: string): PlaceNotes {
  const path = (handle: string): string => join(folder, `${handle}${ending}`);
  return {
    path,
    async read(handle) {
      // Anything else is no handle, and must not lead out of the folder.
      if (!/^[a-z0-9_+-]+$/.test(handle)) return ok(null);
      try {
        return ok(placeNote.parse(JSON.parse(await readFile(path(handle), 'utf8'))));
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'damaged';
        return code === 'ENOENT' ? ok(null) : err(noteUnreadable(path(handle), code));
      }
    },
    async handles() {
      const names = await readdir(folder).catch(() => []);
      return names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
    },
  };
}
