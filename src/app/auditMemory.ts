import type { Privacy } from '../core/privacy/privacy.ts';

/** What audits found in files, for the next audit: a file that did not change since holds the same. */
export interface AuditMemory {
  /** What was found in this version of a file by the same rules; null when nobody knows. */
  find(path: string, version: string | null, privacy: Privacy): readonly string[] | null;
  note(path: string, version: string | null, privacy: Privacy, issues: readonly string[]): void;
}

export function createAuditMemory(): AuditMemory {
  const known = new Map<string, { readonly version: string; readonly issues: readonly string[] }>();
  /** Other rules find other things: nothing that was found by them counts. */
  let by: Privacy | null = null;
  return {
    find(path, version, privacy) {
      const before = by === privacy ? known.get(path) : undefined;
      return version !== null && before?.version === version ? before.issues : null;
    },
    note(path, version, privacy, issues) {
      if (by !== privacy) known.clear();
      by = privacy;
      if (version === null) known.delete(path);
      else known.set(path, { version, issues });
    },
  };
}
