import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { redactSecrets } from '../core/privacy/secrets.ts';
import { parseSpoolEvent, type SpoolEvent } from '../protocol/spool.ts';
import type { Environment } from './cli.ts';

/** The spool of the control root that a caller belongs to: as MAM told it, else by the repository it stands in. */
export async function findSpool(env: Environment, cwd: string): Promise<Result<string, Problem>> {
  const told = env['MAM_SPOOL'];
  if (told) return ok(told);
  const [{ createGit }, { runProcess }] = await Promise.all([
    import('../adapters/git/createGit.ts'),
    import('../adapters/process/run.ts'),
  ]);
  const facts = await createGit({ folder: cwd, env, run: runProcess }).facts();
  return facts.ok ? ok(join(facts.value.commonDir, 'mam', 'spool')) : facts;
}

/** Drops a message into the spool. It is on disk when this resolves, whether or not anybody takes it now. */
export async function writeSpoolFile(
  folder: string,
  message: SpoolEvent,
  sender: string,
  at: number,
): Promise<Result<string, Problem>> {
  const checked = parseSpoolEvent(JSON.stringify(message));
  if (!checked.ok)
    return err(problem('spool.invalid', 'This message can’t be handed in: {reason}', { reason: checked.error }));
  // Names are taken in their order: time first, so that what one sender says stays in order.
  const name = `${at}-${process.pid}-${redactSecrets(sender).replace(/[^A-Za-z0-9._-]/g, '_')}.json`;
  const temporary = join(folder, `.${name}.tmp`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(JSON.stringify(checked.value));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(folder, name));
    await syncFolder(folder);
    return ok(name);
  } catch (error) {
    await rm(temporary, { force: true });
    return err(
      problem('spool.unwritable', '{folder} can’t be written to: {reason}', {
        folder,
        reason: error instanceof Error ? error.message : String(error),
      }),
    );
  }
}

/** A rename is durable once its folder is; Windows has no such thing and does without. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
