import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MamCommand } from './mamCommand.ts';

/** What the stand-in of `omc` does; see test/fixtures/stand-ins/omc.mjs. */
export interface OmcPlan {
  readonly name?: string;
  /** By worker, text of the files that it writes. */
  readonly files?: readonly Readonly<Record<string, string>>[];
  readonly commits?: boolean;
  /** Commands that each worker runs in its checkout. */
  readonly runs?: readonly (readonly string[])[];
  /** What the workers start from. */
  readonly from?: string;
  /** What it says of their places, in place of the truth. */
  readonly paths?: readonly string[];
  readonly nameless?: boolean;
  readonly noWorkers?: boolean;
  /** It does not say what it calls the team. */
  readonly silent?: boolean;
  readonly launchMs?: number;
  readonly launchCode?: number;
  readonly summaryCode?: number;
  /** What it answers at each look; the last stays. */
  readonly tasks?: readonly Readonly<Record<string, number>>[];
  /** How often shutting down fails: once is without force only. */
  readonly shutdownFails?: number;
}

const fixture = join(import.meta.dirname, '../fixtures/stand-ins/omc.mjs');

/** Puts the stand-in into a folder as the program `omc`. */
export async function placeOmc(folder: string, plan: OmcPlan): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of ['omc-calls.jsonl', 'omc-ran.jsonl']) await rm(join(folder, name), { force: true });
  await copyFile(fixture, join(folder, 'omc.mjs'));
  const program = join(folder, 'omc');
  await writeFile(program, `#!${process.execPath}\nimport('./omc.mjs');\n`);
  await chmod(program, 0o755);
  await writeFile(join(folder, 'omc-plan.json'), JSON.stringify(plan));
}

interface OmcCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What the stand-in in a folder was asked, oldest first. */
export const omcCalls = (folder: string): Promise<readonly OmcCall[]> => readLines(folder, 'omc-calls.jsonl');

/** How the commands of its workers ended. */
export const omcRan = (folder: string): Promise<readonly { readonly code: number; readonly err: string }[]> =>
  readLines(folder, 'omc-ran.jsonl');

async function readLines<T>(folder: string, name: string): Promise<readonly T[]> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

/** Puts the stand-in in front of the PATH of a `mam` command; answers its folder. */
export async function placeFakeOmc(mam: MamCommand, plan: OmcPlan = {}): Promise<string> {
  const folder = join(mam.folder, 'omc tools');
  await placeOmc(folder, plan);
  if (!mam.env['PATH']?.startsWith(folder)) mam.env['PATH'] = `${folder}:${mam.env['PATH']}`;
  return folder;
}
