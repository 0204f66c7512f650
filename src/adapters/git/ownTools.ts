import { join } from 'node:path';
import { createCreationJournal } from './creation.ts';
import { createDistances } from './distances.ts';
import { createIsAncestor } from './isAncestor.ts';
import { keptRefFiles } from './refFiles.ts';
import { createRepositoryLock } from './repositoryLock.ts';
import { createTrackedPaths } from './trackedPaths.ts';
import { createTrash } from './trash.ts';

/** What a repository has once in a process. */
export function ownTools(commonDir: string, now: () => number) {
  const own = join(commonDir, 'mam');
  return {
    lock: createRepositoryLock(own),
    journal: createCreationJournal(join(own, 'creating')),
    trash: createTrash(join(own, 'trash')),
    refFiles: keptRefFiles(commonDir, now),
    tracked: createTrackedPaths(now),
    isAncestor: createIsAncestor(),
    distances: createDistances(),
  };
}
