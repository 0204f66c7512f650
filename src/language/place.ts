import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * `queue`: the tasks. `plan`: below docs/plans. `report`: what a job handed in, of a delegated one below the
 * number of its attempt. `generated`: what MAM writes from its
 * state, so that nothing written there by hand stays.
 */
type DocumentKind = 'queue' | 'plan' | 'report' | 'generated';

/** Which of the repository's documents a file is, and where that repository is. */
export interface Place {
  readonly kind: DocumentKind;
  /** Absolute folder of the checkout. */
  readonly root: string;
  /** Below `root`, with `/`. */
  readonly path: string;
}

const kinds: readonly (readonly [RegExp, DocumentKind])[] = [
  [/^(.*)\/(tasks\/queue\.md)$/, 'queue'],
  [/^(.*)\/(docs\/plans\/.*\.md)$/, 'plan'],
  [/^(.*)\/(\.mam\/jobs\/[^/]+\/(?:\d+\/)?report\.md)$/, 'report'],
  [/^(.*)\/(\.mam\/jobs\/[^/]+\/(?:\d+\/)?brief\.md)$/, 'generated'],
  [/^(.*)\/(reports\/agent_loop\/active\/.*\.md)$/, 'generated'],
];

/** Null for a document that is no file, or none that the server knows. */
export function placeOf(uri: string): Place | null {
  const file = pathOf(uri);
  if (file === null) return null;
  for (const [pattern, kind] of kinds) {
    const [, root, path] = pattern.exec(file) ?? [];
    if (root !== undefined && path !== undefined) return { kind, root, path };
  }
  return null;
}

function pathOf(uri: string): string | null {
  try {
    return fileURLToPath(uri).replaceAll('\\', '/');
  } catch {
    return null;
  }
}

export const uriOf = (root: string, path: string): string => pathToFileURL(`${root}/${path}`).href;

export const queuePath = 'tasks/queue.md';
export const plansFolder = 'docs/plans';
