import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { pullRequestFiles } from '../app/pullRequestFiles.ts';
import { parseIssue } from '../core/branch/issue.ts';
import type { Look } from '../host/openLook.ts';
import type { Cli } from './cli.ts';
import { readInputFile } from './inputFile.ts';
import { readPathList } from './pathList.ts';
import type { Call, OptionSpec } from './verb.ts';

/** The options by which a verb is told what changed. */
export const fileOptions = {
  'changed-files': {
    kind: 'text',
    value: 'FILE',
    summary: 'Take the changed files from a list in there, one a line or between commas',
  },
  'from-git': { kind: 'flag', value: '', summary: 'Take the uncommitted changes of this checkout' },
  pr: { kind: 'text', value: 'N', summary: 'Take the files of a pull request; needs the forge' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export interface ChangedFiles {
  /** Relative to the root, each once, sorted. */
  readonly files: readonly string[];
  readonly pullRequest: string | null;
}

/** What changed: the union of what the options name, so that none of them makes the change smaller. */
export async function readChangedFiles(cli: Cli, look: Look, call: Call): Promise<Result<ChangedFiles, Problem>> {
  const pr = call.text('pr');
  const number = pr === null ? null : parseIssue(pr);
  if (pr !== null && number === null)
    return err(problem('cli.badPullRequest', '{pr} is no pull request. Write its number: --pr 12.', { pr }));
  const list = await readInput(cli, look, '--changed-files', call.text('changed-files'));
  if (!list.ok) return list;
  const listed = readPathList(list.value ?? '', look.facts.sourceRoot, '--changed-files');
  if (!listed.ok) return listed;
  const found: string[] = [...listed.value];
  if (call.flag('from-git')) {
    const changed = await look.git.changedPaths();
    if (!changed.ok) return changed;
    found.push(...changed.value);
  }
  if (number !== null) {
    const files = await pullRequestFiles(look.forge, number);
    if (!files.ok) return files;
    found.push(...files.value);
  }
  return ok({ files: [...new Set(found)].toSorted(), pullRequest: number });
}

/** The text of a file of the repository that an option or a word of the call names; null when nothing is named. */
export async function readInput(
  cli: Pick<Cli, 'cwd'>,
  { facts }: Pick<Look, 'facts'>,
  option: string,
  given: string | null,
): Promise<Result<string | null, Problem>> {
  if (given === null) return ok(null);
  const text = await readInputFile([facts.sourceRoot, facts.controlRoot], cli.cwd, option, given);
  if (!text.ok || text.value !== null) return text;
  return err(problem('cli.fileMissing', 'There is no file {path}. Name one that is there.', { path: given }));
}
