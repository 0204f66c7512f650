import { findSecrets, redactSecrets } from '../core/privacy/secrets.ts';
import { addedText } from './patchText.ts';
import type { ChangeText } from './ports/git.ts';

/**
 * Kinds of secrets that a change brings in: in lines, in files that are no text, in names. `unsearched`: paths of files
 * that are too large to be searched, which therefore are not known to hold none.
 */
export function searchChange({ patch, roundFiles, binaries }: ChangeText): {
  readonly secrets: readonly string[];
  readonly unsearched: readonly string[];
} {
  const secrets = new Set([
    ...findSecrets(addedText(patch)),
    ...binaries.flatMap((binary) => binary.secrets ?? []),
    ...roundFiles.filter((file) => file.status !== 'deleted').flatMap((file) => findSecrets(file.path)),
  ]);
  const unsearched = binaries.filter((binary) => binary.secrets === null).map((binary) => redactSecrets(binary.path));
  return { secrets: [...secrets], unsearched };
}
