import { problem, type Problem } from '../../base/problem.ts';
import type { FileChange } from '../../core/loop/types.ts';
import { redactProblem } from '../../core/privacy/redactProblem.ts';
import { findSecrets, redactSecrets } from '../../core/privacy/secrets.ts';
import { addedText, evidenceText } from '../patchText.ts';
import type { CapturedPatch } from '../ports/git.ts';
import type { Handler } from './handler.ts';

/** Takes over what the writer left, whether committed, staged, changed or new, and audits it before it is stored. */
export const capturePatch: Handler<'capturePatch'> = async (effect, { git, privacy, store }) => {
  const captured = await git.capture(effect.path, effect.seed, effect.base);
  if (!captured.ok) return { kind: 'failed', problem: captured.error };
  const { tree, patch, roundFiles, files, refused } = captured.value;
  const faults = [...refused.map((one) => redactProblem(one.why, privacy().redact)), ...auditPatch(captured.value)];
  // A refused patch is not kept: its worktree is, until a person has looked.
  const digest = faults.length > 0 ? '' : await store.putBlob(evidenceText(patch));
  return {
    kind: 'capturePatch',
    tree,
    patch: digest,
    roundFiles: roundFiles.map(withCleanPath),
    files: files.map(withCleanPath),
    faults,
  };
};

/** Secrets that the change brings in: in lines, in files that are no text, in names. What was not searched is no pass. */
export function auditPatch({ patch, roundFiles, binaries }: CapturedPatch): readonly Problem[] {
  const names = new Set([
    ...findSecrets(addedText(patch)),
    ...binaries.flatMap((binary) => binary.secrets ?? []),
    ...roundFiles.filter((file) => file.status !== 'deleted').flatMap((file) => findSecrets(file.path)),
  ]);
  const secrets = [...names].map((name) =>
    problem(
      'patch.secret',
      'The patch holds a secret ({name}), so it is not taken over. Resume to let the writer try again without it.',
      { name },
    ),
  );
  const unscanned = binaries
    .filter((binary) => binary.secrets === null)
    .map((binary) =>
      problem(
        'patch.unscanned',
        'The patch is not taken over: {path} is no text and too large to be searched for secrets. Make it smaller or leave it out, then resume.',
        { path: redactSecrets(binary.path) },
      ),
    );
  return [...secrets, ...unscanned];
}

const withCleanPath = (file: FileChange): FileChange => ({ ...file, path: redactSecrets(file.path) });
