import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { because, problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import { hooksOf } from './hooksOf.ts';
import { linkedPlace } from './isolation.ts';
import { isMissing } from './readText.ts';
import type { Repository } from './repository.ts';

/**
 * Asks the repository's own hooks, `pre-commit` and `commit-msg`, whether a tree may be committed: in a linked worktree
 * that is for nothing else, with nothing to read and within a time. They may refuse, and change nothing of what is
 * committed: a hook that does is a refusal, too. None is asked that the tree itself would bring.
 */
export async function tryHooks(
  calls: Calls,
  repository: Repository,
  folder: string,
  spec: { readonly path: string; readonly tree: string; readonly message: string; readonly timeoutMs: number },
): Promise<Result<void, Problem>> {
  const linked = await linkedPlace(repository.commonDir, spec.path);
  if (!linked.ok) return linked;
  const at = linked.value;
  const filled = await calls.must('check the files out', { at, args: ['read-tree', '-u', '--reset', spec.tree] });
  if (!filled.ok) return filled;
  const hooks = await hooksOf(calls, repository, at, spec.tree);
  if (!hooks.ok) return hooks;
  const own = join(folder, randomUUID());
  const message = join(own, 'message');
  await mkdir(own, { recursive: true, mode: 0o700 });
  try {
    await writeFile(message, `${spec.message}\n`);
    for (const [hook, ...more] of [['pre-commit'], ['commit-msg', '--', message]] as const) {
      const ran = await calls.run(`run the hook ${hook}`, {
        at,
        config: [`core.hooksPath=${hooks.value}`],
        // Whatever a hook starts is no person.
        env: { GIT_EDITOR: ':', MAM_LANE: 'hooks' },
        timeoutMs: spec.timeoutMs,
        args: ['hook', 'run', '--ignore-missing', hook, ...more],
      });
      if (!ran.ok) return ran;
      if (ran.value.code !== 0) return err(hookRefused(hook, ran.value.said || `exit code ${ran.value.code}`));
    }
    const left = await calls.must('write a tree', { at, args: ['write-tree'] });
    if (!left.ok) return left;
    return left.value.out.trim() === spec.tree ? ok(undefined) : err(hookChanged());
  } catch (error) {
    if (isMissing(error)) return err(hookRefused('pre-commit', because('its worktree is gone')));
    throw error;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

const hookRefused = (hook: string, reason: string): Problem =>
  problem(
    'apply.hookRefused',
    'The hook {hook} of the repository does not let the patch be committed: {reason}. Mend the patch, or turn mam.apply.runHooks off.',
    { hook, reason },
  );

const hookChanged = (): Problem =>
  problem(
    'apply.hookChanged',
    'A hook of the repository changed what is to be committed, so that it would not be the patch that was looked at. Turn mam.apply.runHooks off, or let the hook only check.',
  );
