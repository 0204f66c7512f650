import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from './cli.ts';
import { shellWord } from '../base/shellWord.ts';

/** Where the programs of this MAM lie, and how it is called. */
export interface Installation {
  /** Folder of the bundles. */
  readonly dist: string;
  /** Root of the sources when this runs from them, null when it is a bundle. */
  readonly source: string | null;
  readonly l10n: string;
  readonly version: string;
  readonly self: string;
}

/** Runs as a bundle in `dist`, as a copy in a runtime folder, or from source; finds its surroundings in each case. */
export function findInstallation(env: Environment): Installation {
  const own = fileURLToPath(import.meta.url);
  const bundled = own.endsWith('.cjs');
  const root = bundled ? dirname(dirname(own)) : dirname(dirname(dirname(own)));
  const dist = bundled ? dirname(own) : join(root, 'dist');
  return {
    dist,
    source: bundled ? null : root,
    l10n: join(root, 'l10n'),
    version: versionOf(root, dist),
    self: selfOf(env, dist),
  };
}

/** A copy has no manifest, but it is in a folder named after its version. */
function versionOf(root: string, dist: string): string {
  const manifest = join(root, 'package.json');
  if (existsSync(manifest)) {
    const value: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
    if (typeof value === 'object' && value !== null && 'version' in value) return String(value.version);
  }
  return /^(.+)-[0-9a-f]{12}$/.exec(basename(dist))?.[1] ?? '0.0.0';
}

function selfOf(env: Environment, dist: string): string {
  const onPath = (env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && isProgram(join(folder, 'mam')));
  return onPath ? 'mam' : shellWord(join(dist, 'bin', 'mam'));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
