import { problem, type Problem } from '../../base/problem.ts';
import type { FileChange } from '../../core/loop/types.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import { redactProblem } from '../../core/privacy/redactProblem.ts';
import { redactSecrets } from '../../core/privacy/secrets.ts';
import { evidenceText } from '../patchText.ts';
import { searchChange } from '../searchChange.ts';
import type { CapturedPatch, ChangeText } from '../ports/git.ts';
import type { Handler } from './handler.ts';

/** Takes over what the writer left, whether committed, staged, changed or new, and audits it before it is stored. */
export const capturePatch: Handler<'capturePatch'> = async (effect, { git, privacy, store }) => {
  const captured = await git.capture(effect.path, effect.seed, effect.base);
  if (!captured.ok) return { kind: 'failed', problem: captured.error };
  const { tree, patch, roundFiles, files, refused } = captured.value;
  const isPublic = effect.audit === 'private';
  const faults = [
    ...refused.map((one) => redactProblem(one.why, privacy().redact)),
    ...auditPatch(captured.value),
    ...(isPublic ? auditPublic(captured.value, privacy()) : []),
  ];
  // A refused patch is not kept: its worktree is, until a person has looked.
  const digest = faults.length > 0 ? '' : await store.putBlob(isPublic ? patch : evidenceText(patch));
  return {
    kind: 'capturePatch',
    tree,
    patch: digest,
    roundFiles: roundFiles.map(withCleanPath),
    files: files.map(withCleanPath),
    faults,
  };
};

/**
 * What keeps a patch from being shown around as it is: private values in any line of it, lines that it only stands beside
 * and names of files among them. It is never made fit by redaction, since it would not apply any more.
 */
export function privateKinds(
  { patch, roundFiles }: Pick<CapturedPatch, 'patch' | 'roundFiles'>,
  { audit, redact }: Pick<Privacy, 'audit' | 'redact'>,
): readonly string[] {
  // Once more without their marks, behind which a line of the file begins.
  const lines = patch.replaceAll(/^[ +-]/gm, '');
  const kinds = new Set([...audit(patch), ...audit(lines), ...roundFiles.flatMap((file) => audit(file.path))]);
  return kinds.size === 0 && redact(patch) !== patch ? ['private text'] : [...kinds];
}

function auditPublic(captured: CapturedPatch, privacy: Privacy): readonly Problem[] {
  const kinds = privateKinds(captured, privacy);
  if (kinds.length === 0) return [];
  return [
    problem(
      'patch.private',
      'The patch holds what may not be shown around ({kinds}), so it is not proposed. Let the lane write without it.',
      { kinds: kinds.join(', ') },
    ),
  ];
}

/** Secrets that the change brings in: in lines, in files that are no text, in names. What was not searched is no pass. */
export function auditPatch(change: ChangeText): readonly Problem[] {
  const found = searchChange(change);
  const secrets = found.secrets.map((name) =>
    problem(
      'patch.secret',
      'The patch holds a secret ({name}), so it is not taken over. Resume to let the writer try again without it.',
      { name },
    ),
  );
  const unscanned = found.unsearched.map((path) =>
    problem(
      'patch.unscanned',
      'The patch is not taken over: {path} is no text and too large to be searched for secrets. Make it smaller or leave it out, then resume.',
      { path },
    ),
  );
  return [...secrets, ...unscanned];
}

const withCleanPath = (file: FileChange): FileChange => ({ ...file, path: redactSecrets(file.path) });
