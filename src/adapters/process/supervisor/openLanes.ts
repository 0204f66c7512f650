import { mkdirSync, readFileSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLaneFile, type OpenLaneFile } from '../../../protocol/agents/laneFiles.ts';

/** What one supervisor has not ended yet, on disk: whoever comes after a killed one finds there what it left behind. */
export interface OpenLanes {
  add(lane: OpenLaneFile): void;
  remove(key: string): void;
  /** Takes away the folder, unless there is something in it. */
  close(): void;
}

const place = (folder: string): string => join(folder, 'open-lanes');

/** The notes in the folder of a supervisor; only the one that holds its lock writes them. */
export function noteOpenLanes(folder: string): OpenLanes {
  const path = (key: string): string => join(place(folder), `${key}.json`);
  return {
    add(lane) {
      mkdirSync(place(folder), { recursive: true, mode: 0o700 });
      // It need not outlive the machine: neither do processes.
      writeFileSync(path(lane.key), JSON.stringify(lane), { mode: 0o600 });
    },
    remove: (key) => rmSync(path(key), { force: true }),
    close() {
      try {
        rmdirSync(place(folder));
      } catch {
        // What is still noted, the next one ends.
      }
    },
  };
}

/** Lanes that were begun and of which nobody noted the end. A torn note is of a lane that was not begun yet. */
export function readOpenLanes(folder: string): readonly OpenLaneFile[] {
  return names(place(folder)).flatMap((name) => {
    try {
      return [openLaneFile.parse(JSON.parse(readFileSync(join(place(folder), name), 'utf8')))];
    } catch {
      return [];
    }
  });
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
