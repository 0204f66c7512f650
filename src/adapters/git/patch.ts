import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Calls, GitEnd } from './calls.ts';
import type { TreeChange } from './numstat.ts';
import type { Place } from './place.ts';
import * as problems from './problems.ts';

const largestPatchMegabytes = 64;

/**
 * The binary patch between two trees as text, byte for byte. Git writes text files in other encodings as they are, which
 * no string can hold: those are asked for again as binary files.
 */
export async function readPatch(
  calls: Calls,
  at: Place,
  folder: string,
  spec: { readonly seed: string; readonly tree: string; readonly changes: readonly TreeChange[] },
): Promise<Result<string, Problem>> {
  const first = await diff(calls, at, spec.seed, spec.tree, []);
  if (!first.ok) return first;
  if (first.value.cut) return err(problems.patchTooLarge(at.cwd, largestPatchMegabytes));
  if (isUtf8(first.value.bytes)) return ok(first.value.out);

  const attributes = join(folder, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(
    attributes,
    otherEncodings(first.value.bytes, spec.changes)
      .map((path) => `${attributePattern(path)} -diff\n`)
      .join(''),
  );
  try {
    const second = await diff(calls, at, spec.seed, spec.tree, [`core.attributesFile=${attributes}`]);
    if (!second.ok) return second;
    return second.value.cut ? err(problems.patchTooLarge(at.cwd, largestPatchMegabytes)) : ok(second.value.out);
  } finally {
    await rm(attributes, { force: true });
  }
}

function diff(
  calls: Calls,
  at: Place,
  from: string,
  to: string,
  config: readonly string[],
): Promise<Result<GitEnd, Problem>> {
  return calls.must('write a patch', {
    at,
    config,
    args: [...patchArgs, '--binary', '--full-index', from, to],
    maxBytes: largestPatchMegabytes * 1024 * 1024,
  });
}

/** `diff-tree` as a patch that no setting of the repository can change. */
export const patchArgs = [
  'diff-tree',
  '-r',
  '-p',
  '--no-color',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--ignore-submodules=none',
];

/** Paths of those changes whose part of the patch is no UTF-8. Parts come in the order of the changes; a changed type makes two. */
function otherEncodings(bytes: Buffer, changes: readonly TreeChange[]): readonly string[] {
  const owners = changes.flatMap((change) => (change.status === 'type-changed' ? [change, change] : [change]));
  const header = Buffer.from('\ndiff --git ');
  const found: string[] = [];
  let start = 0;
  for (const owner of owners) {
    const next = bytes.indexOf(header, start);
    const end = next === -1 ? bytes.length : next + 1;
    if (!isUtf8(bytes.subarray(start, end))) found.push(owner.path);
    start = end;
  }
  return found;
}

/** A path as a pattern of an attributes file that matches it and nothing else. */
function attributePattern(path: string): string {
  const escaped = `/${path}`.replaceAll(/[\\*?[\]]/g, String.raw`\$&`);
  return `"${escaped.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r')}"`;
}
