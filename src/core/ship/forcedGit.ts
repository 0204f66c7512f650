/** Options of `git push`, by the least that git takes for them, that overwrite or delete what others may have. */
const forcing = /^--(?:for|mir|m$|mi$|del|de$|pru)/;
/** Short options in one word: `-f`, `-uf`, `-4f`, `-d`. */
const forcingShort = /^-[a-zA-Z0-9]*[fd]/;

/** Commands of git that reach no remote branch, so that their `-f` and `-d` are their own affair. */
const harmless: ReadonlySet<string> = new Set(
  (
    'add am annotate apply archive bisect blame branch bundle cat-file check-ignore checkout cherry cherry-pick clean ' +
    'clone commit config describe diff fetch for-each-ref format-patch fsck gc grep help init log ls-files ls-remote ' +
    'ls-tree maintenance merge merge-base mv notes pull range-diff rebase reflog remote reset restore rev-list ' +
    'rev-parse revert rm shortlog show show-ref sparse-checkout stash status switch symbolic-ref tag update-index ' +
    'update-ref var verify-commit version worktree write-tree'
  ).split(' '),
);

/** Options in front of the command that take the next word. */
const withValue: ReadonlySet<string> = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--config-env',
  '--super-prefix',
]);

/**
 * The word that makes a call of git in a command line overwrite or delete what is on a remote. An unknown command may be
 * an alias for a push, so it is held to the same.
 */
export function forcedGit(words: readonly string[]): string | undefined {
  for (const [i, word] of words.entries()) {
    if (!/(?:^|[\\/=])git(?:\.exe)?$/i.test(word)) continue;
    const found = forcedCall(words.slice(i + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

function forcedCall(words: readonly string[]): string | undefined {
  let at = 0;
  while (words[at]?.startsWith('-')) at += withValue.has(words[at] ?? '') ? 2 : 1;
  const command = words[at];
  if (command === undefined || harmless.has(command)) return undefined;
  return words
    .slice(at + 1)
    .find((word) => forcing.test(word) || forcingShort.test(word) || word.startsWith('+') || word.startsWith(':'));
}
