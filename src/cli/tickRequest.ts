import { relative, resolve, sep } from 'node:path';
import type { RepositoryFacts } from '../app/ports/git.ts';
import type { GivenText, TickRequest } from '../app/tick/request.ts';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Cli } from './cli.ts';
import { readInputFile } from './inputFile.ts';
import { readPathList } from './pathList.ts';
import type { TickOptions } from './tickOptions.ts';
import type { Call } from './verb.ts';

/** The whole request, with the files that its options name. A path outside the repository is wrong usage. */
export async function readTickRequest(
  cli: Pick<Cli, 'cwd'>,
  call: Call,
  options: TickOptions,
  facts: Pick<RepositoryFacts, 'controlRoot' | 'sourceRoot'>,
): Promise<Result<TickRequest & { readonly topology: string }, Problem>> {
  const given = async (name: string): Promise<Result<GivenText | null, Problem>> => {
    const path = call.text(name);
    if (path === null) return ok(null);
    const text = await readInputFile([facts.sourceRoot, facts.controlRoot], cli.cwd, `--${name}`, path);
    return text.ok ? ok({ path, text: text.value }) : text;
  };
  const changed = await given('changed-files');
  if (!changed.ok) return changed;
  if (changed.value?.text === null)
    return err(
      problem('cli.noChangedFiles', 'There is no file {path}. Name one with a changed file on each line.', {
        path: changed.value.path,
      }),
    );
  const files = readPathList(changed.value?.text ?? '', facts.sourceRoot, '--changed-files');
  if (!files.ok) return files;
  const claimText = await given('claim-text');
  if (!claimText.ok) return claimText;
  const prBody = await given('pr-body');
  if (!prBody.ok) return prBody;
  const batch = await given('batch');
  if (!batch.ok) return batch;
  return ok({
    ...options,
    topology: call.text('topology') ?? 'four-role',
    files: files.value,
    fromGit: call.flag('from-git'),
    claimText: claimText.value,
    prBody: prBody.value,
    handedIn: [changed.value, claimText.value, prBody.value, batch.value].flatMap((file) =>
      file ? [relative(facts.sourceRoot, resolve(cli.cwd, file.path)).replaceAll(sep, '/')] : [],
    ),
    unused: batch.value
      ? [
          problem('tick.batchUnused', 'A tick has no use for the batch {file}. Leave --batch out.', {
            file: batch.value.path,
          }),
        ]
      : [],
  });
}
