import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import {
  laneExitFile,
  laneSpecFile,
  laneStartedFile,
  type LaneExit,
  type LaneSpecFile,
  type LaneStartedFile,
} from '../../../protocol/agents/laneFiles.ts';
import { writeAtomically } from '../atomicFile.ts';

/** The files of one lane. What is written there survives host and supervisor, and decides what a second start means. */
export interface LaneFolder {
  readonly stdout: string;
  readonly stderr: string;
  spec(): LaneSpecFile | null;
  started(): LaneStartedFile | null;
  exit(): LaneExit | null;
  writeSpec(spec: LaneSpecFile): void;
  writeStarted(started: LaneStartedFile): void;
  writeExit(exit: LaneExit): void;
}

/** Opens a lane's folder, which is made when the first file is written. */
export function laneFolder(folder: string): LaneFolder {
  const path = (name: string): string => join(folder, name);
  const write = (name: string, value: unknown): void => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeAtomically(path(name), `${JSON.stringify(value)}\n`);
  };
  return {
    stdout: path('stdout.jsonl'),
    stderr: path('stderr.log'),
    spec: () => read(path('spec.json'), laneSpecFile),
    started: () => read(path('started.json'), laneStartedFile),
    exit: () => read(path('exit.json'), laneExitFile),
    writeSpec: (spec) => write('spec.json', spec),
    writeStarted: (started) => write('started.json', started),
    writeExit: (exit) => write('exit.json', exit),
  };
}

/** Null when there is none. A file that is there but can't be read throws: it must not look like a lane never started. */
function read<T>(path: string, schema: z.ZodType<T>): T | null {
  if (!existsSync(path)) return null;
  return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
}
