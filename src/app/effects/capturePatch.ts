import { problem } from '../../base/problem.ts';
import { findSecrets } from '../../core/privacy/secrets.ts';
import type { Handler } from './handler.ts';

/** Takes over what the writer left, whether committed, staged, changed or new, and audits it before it is stored. */
export const capturePatch: Handler<'capturePatch'> = async (effect, { git, store }) => {
  const captured = await git.capture(effect.path, effect.seed, effect.base);
  if (!captured.ok) return { kind: 'failed', problem: captured.error };
  const { tree, patch, roundFiles, files, refused } = captured.value;
  const added = patch
    .split('\n')
    .filter((line) => line.startsWith('+') && !line.startsWith('+++'))
    .map((line) => line.slice(1))
    .join('\n');
  const secrets = findSecrets(added).map((name) =>
    problem(
      'patch.secret',
      'The patch holds a secret ({name}), so it is not taken over. Resume to let the writer try again without it.',
      { name },
    ),
  );
  const faults = [...refused.map((one) => one.why), ...secrets];
  // A refused patch is not kept: its worktree is, until a person has looked.
  const digest = faults.length > 0 ? '' : await store.putBlob(patch);
  return { kind: 'capturePatch', tree, patch: digest, roundFiles, files, faults };
};
