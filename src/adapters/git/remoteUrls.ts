import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Porcelain } from './porcelain.ts';
import { isMissing } from './readText.ts';
import { central, type Repository } from './repository.ts';

/** Addresses of the remotes, none when git can't tell; it is asked again only when the repository's configuration changed. */
export function createRemoteUrls(porcelain: Porcelain): (repository: Repository) => Promise<readonly string[]> {
  let known: { readonly version: string; readonly urls: readonly string[] } | null = null;
  return async (repository) => {
    try {
      const version = await versionOf(join(repository.commonDir, 'config'));
      if (known?.version !== version) known = { version, urls: await porcelain.remoteUrls(central(repository)) };
      return known.urls;
    } catch {
      return [];
    }
  };
}

async function versionOf(path: string): Promise<string> {
  try {
    const { ino, mtimeNs, size } = await stat(path, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  } catch (error) {
    if (isMissing(error)) return 'none';
    throw error;
  }
}
