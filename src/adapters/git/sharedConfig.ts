import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { SharedFact } from '../../core/breach/types.ts';
import { redactSecrets } from '../../core/privacy/secrets.ts';
import { splitNul, type Calls } from './calls.ts';
import { readText } from './readText.ts';
import { central, mainCheckout, type Repository } from './repository.ts';

interface SharedConfig {
  readonly facts: readonly SharedFact[];
  /** Every file that git reads for the repository, also where it is not there yet. */
  readonly files: readonly string[];
  /** Where git looks for hooks by this configuration, and where it does without any. */
  readonly hookFolders: readonly string[];
}

/**
 * The configuration that git reads for a repository, whichever files it is in, included ones too. Of a value only a
 * digest is kept: it may hold a token. So may a key (`url.<address>.insteadOf`): its name goes without it, and keys that
 * look the same then are told apart by the digest.
 */
export async function lookAtConfig(calls: Calls, repository: Repository): Promise<Result<SharedConfig, Problem>> {
  const { commonDir, controlRoot } = repository;
  const at = mainCheckout(repository) ?? central(repository);
  const asked = await calls.config(at);
  if (!asked.ok) return asked;
  const values = new Map<string, string[][]>();
  const files = new Set([join(commonDir, 'config'), join(commonDir, 'config.worktree')]);
  let hooksPath = '';
  const parts = splitNul(asked.value);
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const file = /^file:(.+)$/s.exec(parts[i] ?? '')?.[1];
    // What MAM itself says on the command line is no file's.
    if (file === undefined) continue;
    const path = resolve(at.cwd, file);
    files.add(path);
    const [, key = '', value = ''] = /^([^\n]*)\n?(.*)$/s.exec(parts[i + 1] ?? '') ?? [];
    if (key === 'core.hookspath') hooksPath = value;
    const clean = redactSecrets(key);
    const name = `${clean} in ${shown(commonDir, controlRoot, path)}`;
    values.set(name, [...(values.get(name) ?? []), clean === key ? [value] : [key, value]]);
  }
  const own = [...(await attributes(commonDir)), ...(await worktreeConfigs(commonDir))];
  return ok({
    facts: [
      ...[...values].map(([name, all]): SharedFact => ({ kind: 'config', name, mark: digest(JSON.stringify(all)) })),
      ...own,
    ],
    files: [...files, join(commonDir, attributesFile)],
    hookFolders: [
      ...new Set([join(commonDir, 'hooks'), ...(hooksPath === '' ? [] : [placeOf(controlRoot, hooksPath)])]),
    ],
  });
}

const attributesFile = 'info/attributes';

/** Which files go through which filter, for all worktrees. */
async function attributes(commonDir: string): Promise<readonly SharedFact[]> {
  const text = await readText(join(commonDir, attributesFile)).catch(() => 'unreadable');
  return text === null ? [] : [{ kind: 'config', name: attributesFile, mark: digest(text) }];
}

/** Configuration of single worktrees: git obeys it there, and so does whoever works in one later. */
async function worktreeConfigs(commonDir: string): Promise<readonly SharedFact[]> {
  const ids = await readdir(join(commonDir, 'worktrees')).catch(() => []);
  const found = await Promise.all(
    ids.map(async (id): Promise<SharedFact | null> => {
      const text = await readText(join(commonDir, 'worktrees', id, 'config.worktree')).catch(() => 'unreadable');
      return text === null ? null : { kind: 'config', name: `worktrees/${id}/config.worktree`, mark: digest(text) };
    }),
  );
  return found.filter((fact) => fact !== null);
}

const placeOf = (root: string, path: string): string =>
  path.startsWith('~/') ? join(homedir(), path.slice(2)) : resolve(root, path);

/** As a person names the file. */
function shown(commonDir: string, controlRoot: string, path: string): string {
  for (const folder of [controlRoot, commonDir]) {
    const inside = relative(folder, path);
    if (!inside.startsWith('..') && !isAbsolute(inside)) return inside.replaceAll('\\', '/');
  }
  const home = relative(homedir(), path);
  return home.startsWith('..') || isAbsolute(home) ? path : `~/${home}`;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
