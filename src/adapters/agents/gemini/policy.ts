/** Prefixes of commands that ship or reach a forge. They are a guard rail, not a wall. */
const neverShip = ['git push', 'gh ', 'glab ', 'npm publish'];

const list = (words: readonly string[]): string => JSON.stringify(words);

const rule = (lines: readonly string[], decision: 'allow' | 'deny', priority: number): string =>
  ['[[rule]]', ...lines, `decision = "${decision}"`, `priority = ${priority}`, ''].join('\n');

const shell = 'toolName = "run_shell_command"';

/** Looks at the worktree and at git, and nothing else. A redirected command counts as one that asks, which is denied. */
export const readerPolicy = [
  rule(['toolName = ["write_file", "replace", "save_memory"]'], 'deny', 900),
  // `--output` turns a command that reads into one that writes.
  rule([shell, 'commandRegex = ".*--(output|ext-diff)"'], 'deny', 800),
  rule([shell, `commandPrefix = ${list(['git diff', 'git log', 'git show', 'git status'])}`], 'allow', 100),
].join('\n');

/** What it remembers goes into its home, which no claim covers. */
export const writerPolicy = [
  rule(['toolName = "save_memory"'], 'deny', 900),
  rule([shell, `commandPrefix = ${list(neverShip)}`], 'deny', 900),
].join('\n');
