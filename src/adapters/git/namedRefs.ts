import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { findRef } from './base.ts';
import * as problems from './problems.ts';
import type { RefReader } from './readRefs.ts';
import { readText } from './readText.ts';

const objectId = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Commit of each name that exists. A base that was asked for by its id stays where it is. */
export async function namedRefs(
  refs: RefReader,
  commonDir: string,
  names: readonly string[],
): Promise<Result<Readonly<Record<string, string>>, Problem>> {
  const pairs = await Promise.all(
    names.map(async (name) => [name, objectId.test(name) ? name : (await findRef(refs, name))?.id] as const),
  );
  const found = pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined);
  // In a repository that is gone (an unplugged disk), no ref is missing for itself.
  if (found.length < names.length && (await readText(`${commonDir}/HEAD`)) === null)
    return err(problems.folderMissing(commonDir));
  return ok(Object.fromEntries(found));
}
