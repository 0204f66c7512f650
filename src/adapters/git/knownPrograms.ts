import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { splitNul, type Calls } from './calls.ts';
import type { Place } from './place.ts';

/**
 * Calls that hash working files or merge, and so run the programs that the configuration names for it. Whoever writes an
 * index hashes those files again that are as young as it.
 */
const runsPrograms: ReadonlySet<string | undefined> = new Set([
  'add',
  'ls-files',
  'merge-tree',
  'read-tree',
  'status',
  'update-index',
  'write-tree',
]);

/** Keys that name filters and merge drivers, or say that one must not be missing. */
const programKey = /^(?:filter\..+\.(?:clean|smudge|process|required)|merge\..+\.driver)$/s;

type Programs = Readonly<Record<string, string>>;

/**
 * Calls that only run the filters and merge drivers that were known when the first of the working lanes began: what a
 * lane plants in a configuration that worktrees share would run outside of its sandbox and its process tree. What was
 * known is given explicitly; anything else becomes nothing, so that a file's content is taken as it is, and a merge a
 * conflict. Before any lane has worked, all is known.
 */
export function onlyKnownPrograms(calls: Calls): Calls {
  const guard = async (call: Parameters<Calls['run']>[1]): Promise<Result<typeof call, Problem>> => {
    if (!runsPrograms.has(call.args[0]) || 'discover' in call.at) return ok(call);
    const known = await readKnown(calls, call.at);
    if (known === null) return ok(call);
    const now = await readPrograms(calls, call.at);
    if (!now.ok) return now;
    const changed = [...new Set([...Object.keys(now.value), ...Object.keys(known)])].filter(
      (key) => now.value[key] !== known[key],
    );
    if (changed.length === 0) return ok(call);
    // Not on the command line: there a name with `=` in it would be another key.
    const given = changed.flatMap((key, index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, known[key] ?? nothing(key)],
    ]);
    return ok({
      ...call,
      env: { ...call.env, GIT_CONFIG_COUNT: String(changed.length), ...Object.fromEntries(given) },
    });
  };
  return {
    ...calls,
    async run(action, call) {
      const guarded = await guard(call);
      return guarded.ok ? calls.run(action, guarded.value) : guarded;
    },
    async must(action, call) {
      const guarded = await guard(call);
      return guarded.ok ? calls.must(action, guarded.value) : guarded;
    },
  };
}

/** Keeps what the configuration names now as what is known. To be called while no lane works. */
export async function keepPrograms(calls: Calls, at: Place): Promise<Result<void, Problem>> {
  const now = await readPrograms(calls, at);
  if (!now.ok) return now;
  const path = knownFile(at);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, JSON.stringify(now.value), { mode: 0o600 });
  await rename(temporary, path);
  return ok(undefined);
}

const nothing = (key: string): string => (key.startsWith('merge.') || key.endsWith('.required') ? 'false' : '');

/** Of a linked worktree, and of the submodules in it, it is the file of its repository. */
const knownFile = ({ gitDir }: Place): string =>
  join(gitDir.replace(/[/\\]worktrees[/\\][^/\\]+(?:[/\\]modules[/\\].*)?$/s, ''), 'mam/programs.json');

async function readKnown(calls: Calls, at: Place): Promise<Programs | null> {
  const text = await calls.text(knownFile(at));
  return text === null ? null : JSON.parse(text);
}

/** The last value of each key, as git takes it. */
async function readPrograms(calls: Calls, at: Place): Promise<Result<Programs, Problem>> {
  const asked = await calls.config(at);
  if (!asked.ok) return asked;
  // The file, and what it says.
  const found = splitNul(asked.value).flatMap((entry, n): readonly (readonly [string, string])[] => {
    if (n % 2 === 0) return [];
    const end = entry.indexOf('\n');
    const key = end === -1 ? entry : entry.slice(0, end);
    return programKey.test(key) ? [[key, end === -1 ? '' : entry.slice(end + 1)]] : [];
  });
  return ok(Object.fromEntries(found));
}
