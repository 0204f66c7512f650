import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import * as problems from './problems.ts';
import { createRefReader } from './readRefs.ts';
import { central, type Repository } from './repository.ts';

export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** Moves a ref only if it still holds `old` (null: only if it doesn't exist). False when it holds something else. */
export async function moveRef(
  calls: Calls,
  repository: Repository,
  who: Identity,
  move: { readonly ref: string; readonly to: string; readonly old: string | null; readonly why: string },
): Promise<Result<boolean, Problem>> {
  const moved = await calls.run('move a branch', {
    at: central(repository),
    args: ['update-ref', '--create-reflog', '-m', move.why, move.ref, move.to, move.old ?? '0'.repeat(move.to.length)],
    env: { GIT_COMMITTER_NAME: who.name, GIT_COMMITTER_EMAIL: who.email },
  });
  if (!moved.ok) return moved;
  if (moved.value.code === 0) return ok(true);
  // Judged by what the ref holds now, not by the words of the refusal.
  const refs = await createRefReader(calls, repository.commonDir, repository.commonDir);
  const found = await refs.resolve(move.ref);
  if (found === move.to) return ok(true);
  return found === move.old ? err(problems.gitFailed('move a branch', moved.value.said)) : ok(false);
}
