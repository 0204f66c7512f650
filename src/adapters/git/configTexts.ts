import { delimiter, join, resolve } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Place } from './place.ts';
import type { ReadText } from './knownTexts.ts';

interface Texts {
  readonly text: ReadText;
  /** For what is of the whole machine. */
  readonly recent: ReadText;
}

/** Answers that are kept: more would only fill memory. */
const mostKept = 50;

/**
 * What git answers about the configuration of a place. It is asked again only where a file says something else than when it
 * was; of a worktree that has no configuration of its own the same files tell as of all others.
 */
export function keptConfig(
  env: Readonly<Record<string, string | undefined>>,
  { text, recent }: Texts,
  ask: (at: Place) => Promise<Result<string, Problem>>,
): (at: Place) => Promise<Result<string, Problem>> {
  const kept = new Map<string, string>();
  return async (at) => {
    const texts = await configTexts(at, env, { text, recent });
    const before = texts === null ? undefined : kept.get(texts);
    if (before !== undefined) return ok(before);
    const now = await ask(at);
    // What was read before git looked may have changed meanwhile: it is only kept where it still says the same.
    if (now.ok && texts !== null && texts === (await configTexts(at, env, { text, recent }))) {
      if (kept.size >= mostKept) kept.clear();
      kept.set(texts, now.value);
    }
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
  { text, recent }: Texts,
): Promise<string | null> {
  const shared = await text(join(gitDir, 'commondir'));
  const common = shared === null ? gitDir : resolve(gitDir, shared);
  const home = env['HOME'] ?? env['USERPROFILE'];
  const own = env['XDG_CONFIG_HOME'] || (home === undefined ? undefined : join(home, '.config'));
  // Of the whole machine: beside the folder of the program, wherever that lies.
  const programs = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  // Read beside what else is done: a folder of the PATH may be on a disk that takes long.
  const ofPrograms = new Set(programs.map((folder) => join(folder, '../etc/gitconfig')));
  const files = [
    join(common, 'config'),
    join(gitDir, 'config'),
    join(gitDir, 'config.worktree'),
    ...(own === undefined ? [] : [join(own, 'git/config')]),
    ...(home === undefined ? [] : [join(home, '.gitconfig')]),
    '/etc/gitconfig',
    ...ofPrograms,
  ];
  try {
    const texts = await Promise.all(
      [...new Set(files)].map(async (file) => [file, await (ofPrograms.has(file) ? recent : text)(file)] as const),
    );
    const there = texts.filter(([, said]) => said !== null);
    return there.some(([, said]) => includes.test(said ?? '')) ? null : JSON.stringify(there);
  } catch {
    return null;
  }
}
