import type { ChangeText } from '../../app/ports/git.ts';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { searchBinaries } from './binaries.ts';
import type { Calls } from './calls.ts';
import { changesBetween } from './capture.ts';
import { toFileChange } from './numstat.ts';
import { readPatch } from './patch.ts';
import { central, type Repository } from './repository.ts';

/** What differs between two commits, binary files searched. A change that is too large to be read is a problem. */
export async function describeChange(
  calls: Calls,
  repository: Repository,
  folder: string,
  spec: { readonly from: string; readonly to: string },
): Promise<Result<ChangeText, Problem>> {
  const at = central(repository);
  const changes = await changesBetween(calls, at, spec.from, spec.to);
  if (!changes.ok) return changes;
  const patch = await readPatch(calls, at, folder, { seed: spec.from, tree: spec.to, changes: changes.value });
  if (!patch.ok) return patch;
  const binaries = await searchBinaries(calls, at, patch.value, changes.value);
  return binaries.ok
    ? ok({ patch: patch.value, roundFiles: changes.value.map(toFileChange), binaries: binaries.value })
    : binaries;
}
