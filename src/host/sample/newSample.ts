import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { makeSample } from './makeSample.ts';

const mostSamples = 1000;

/** Makes a sample in a new folder below `parent`, which is made where it is missing, and answers that folder. */
export async function newSample(
  parent: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Result<string, Problem>> {
  try {
    const folder = await newFolder(parent);
    const made = await makeSample(folder, env);
    if (made.ok) return ok(folder);
    // It holds nothing but what was written just now.
    await rm(folder, { recursive: true, force: true });
    return made;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err(
      problem('sample.notMade', 'The sample could not be written below {folder}: {reason}. Choose another folder.', {
        folder: parent,
        reason,
      }),
    );
  }
}

/** The first name that nobody took: samples that a person has worked in stay. */
async function newFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  for (let number = 1; number <= mostSamples; number += 1) {
    const folder = join(parent, number === 1 ? 'mam-sample' : `mam-sample-${number}`);
    try {
      await mkdir(folder);
      return folder;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  throw new Error(`${mostSamples} samples lie there`);
}
