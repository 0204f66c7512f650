import { findRun } from '../findRun.ts';
import { basePathOf, createBaseCheckout, removeLeftBase } from './baseCheckout.ts';
import { commandsInTime } from './commandsInTime.ts';
import { setUpCheckout } from './setUpCheckout.ts';
import { runCheckList } from '../runCheckList.ts';
import type { Handler } from './handler.ts';

/** Runs checks once more on the exact commit, in a checkout that is made for it and goes afterwards. */
export const validate: Handler<'validate'> = async (effect, context, signal) => {
  const { git, privacy, state } = context;
  const { path, head, checks } = effect;
  // What an earlier, interrupted try left there proves nothing.
  const gone = await git.removeWorktree(path, `${head}-validate`, [], 'none');
  if (!gone.ok) return { kind: 'failed', problem: gone.error };
  const left = await removeLeftBase(basePathOf(path), `${head}-base`, git);
  if (!left.ok) return { kind: 'failed', problem: left.error };
  const made = await git.createWorktree({ path, branch: null, commit: head });
  if (!made.ok) return { kind: 'failed', problem: made.error };
  const { base: start, change, options, loop } = findRun(state(), effect.run);
  const commands = commandsInTime(context, loop);
  const setUp = (folder: string) => setUpCheckout(folder, options.setUp, { git, commands, privacy }, signal);
  const ready = await setUp(path);
  if (!ready.ok) return { kind: 'failed', problem: ready.error };
  const base = createBaseCheckout(
    basePathOf(path),
    { base: start?.commit ?? '', head, files: change?.files ?? [], checks },
    { git, setUp },
  );
  const how = { cwd: path, head, timeoutMs: options.checkTimeoutMs, commands, privacy: privacy(), base };
  const results = await runCheckList(checks, how, signal);
  const closed = await base.close();
  const removed = await git.removeWorktree(path, `${head}-validate`, [], 'none');
  if (!results.ok) return { kind: 'failed', problem: results.error };
  if (!closed.ok) return { kind: 'failed', problem: closed.error };
  return removed.ok ? { kind: 'validate', results: results.value } : { kind: 'failed', problem: removed.error };
};
