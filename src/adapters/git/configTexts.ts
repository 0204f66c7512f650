import { delimiter, join, resolve } from 'node:path';
import type { Place } from './place.ts';
import { readText } from './readText.ts';

/** Another file may be meant then, by its name, by a branch or by a remote, and only git knows which. */
const includes = /\[\s*include/i;

/**
 * All that git takes its settings of a place from, as one text: as long as it says the same, git says the same. Null where
 * that can't be told from the files alone. What a call is given on the command line is no part of it.
 */
export async function configTexts(
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
