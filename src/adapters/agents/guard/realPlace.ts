import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Links that lead on to links; more is a circle. */
const mostLinks = 40;

/** Where a path leads, every link followed, also where the file, its folder or what a link names is not there yet. */
export function realPlace(path: string, links = 0): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    if (parent === path || links > mostLinks) return path;
    const place = join(realPlace(parent, links + 1), basename(path));
    const target = targetOf(place);
    return target === null ? place : realPlace(resolve(dirname(place), target), links + 1);
  }
}

function targetOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
