import { delimiter, join, resolve } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Place } from './place.ts';
import { readText } from './readText.ts';

/** What git answers about the configuration of a place. It is asked again only where a file says something else than when it was. */
export function keptConfig(
  env: Readonly<Record<string, string | undefined>>,
  ask: (at: Place) => Promise<Result<string, Problem>>,
): (at: Place) => Promise<Result<string, Problem>> {
  const kept = new Map<string, { readonly texts: string; readonly answer: string }>();
  return async (at) => {
    const texts = await configTexts(at, env);
    const before = kept.get(at.gitDir);
    if (before !== undefined && before.texts === texts) return ok(before.answer);
    const now = await ask(at);
    // What was read before git looked may have changed meanwhile: it is only kept where it still says the same.
    if (now.ok && texts !== null && texts === (await configTexts(at, env)))
      kept.set(at.gitDir, { texts, answer: now.value });
    return now;
  };
}

/** Another file may be meant then, by its name, by a branch or by a remote, and only git knows which. */
const includes = /\[\s*include/i;

/**
 * All that git takes its settings of a place from, as one text: as long as it says the same, git says the same. Null where
 * that can't be told from the files alone. What a call is given on the command line is no part of it.
 */
async function configTexts(
  { gitDir }: Place,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const shared = await readText(join(gitDir, 'commondir'));
  const common = shared === null ? gitDir : resolve(gitDir, shared);
  const home = env['HOME'] ?? env['USERPROFILE'];
  const own = env['XDG_CONFIG_HOME'] || (home === undefined ? undefined : join(home, '.config'));
  // Of the whole machine: beside the folder of the program, wherever that lies.
  const programs = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const files = [
    join(common, 'config'),
    join(gitDir, 'config'),
    join(gitDir, 'config.worktree'),
    ...(own === undefined ? [] : [join(own, 'git/config')]),
    ...(home === undefined ? [] : [join(home, '.gitconfig')]),
    '/etc/gitconfig',
    ...programs.map((folder) => join(folder, '../etc/gitconfig')),
  ];
  try {
    const texts = await Promise.all([...new Set(files)].map(async (file) => [file, await readText(file)] as const));
    const there = texts.filter(([, text]) => text !== null);
    return there.some(([, text]) => includes.test(text ?? '')) ? null : JSON.stringify(there);
  } catch {
    return null;
  }
}
