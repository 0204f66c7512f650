import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';

/** Folders that MAM takes away as a whole, as long as nothing in them is anybody else's. Part of the port `Files`. */
export interface SealedFolders {
  /**
   * Tells everything in a folder from anything else: names, bytes and where links lead, which are not followed. Null when
   * there is none, or when it can't be read as a whole.
   */
  sealFolder(path: string): Promise<string | null>;
  /**
   * Takes a folder away that still is exactly what was sealed; one to which anything was added, or in which anything was
   * changed or taken away, is `kept` as it is. One that is gone counts as `cleared`, and a call that was cut short is gone
   * on with.
   */
  clearFolder(path: string, seal: string): Promise<Result<'cleared' | 'kept', Problem>>;
}
