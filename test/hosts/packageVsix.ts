// `npm run package [-- FILE]`: builds and packs the extension as its users get it.
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVSIX } from '@vscode/vsce';
import { ensureBuilt, root } from '../../scripts/lib/project.mjs';

const ignoreFile = '.vscodeignore';

/** What .vscodeignore lets through. */
const shipped = (): readonly string[] => {
  const rules = readFileSync(join(root, ignoreFile), 'utf8').split('\n');
  const patterns = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1).trim());
  const files = globSync(patterns, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
};

/** From a folder of nothing else: vsce holds each file below its folder against each rule, 15 s with what tests install. */
export async function packageVsix(file: string): Promise<string> {
  ensureBuilt();
  const stage = mkdtempSync(join(tmpdir(), 'mam-package-'));
  try {
    for (const path of [...shipped(), ignoreFile]) cpSync(join(root, path), join(stage, path));
    // Everything is bundled, so the package ships no node_modules.
    await createVSIX({
      cwd: stage,
      packagePath: file,
      dependencies: false,
      allowMissingRepository: true,
      rewriteRelativeLinks: false,
    });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  return file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manifest: { name: string; version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await packageVsix(resolve(process.argv[2] ?? `${manifest.name}-${manifest.version}.vsix`));
}
