// `npm run package [-- FILE]`: builds and packs the extension as its users get it.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVSIX } from '@vscode/vsce';
import { ensureBuilt, root } from '../../scripts/lib/project.mjs';

export async function packageVsix(file: string): Promise<string> {
  ensureBuilt();
  // Everything is bundled, so the package ships no node_modules.
  await createVSIX({
    cwd: root,
    packagePath: file,
    dependencies: false,
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
  return file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manifest: { name: string; version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await packageVsix(resolve(process.argv[2] ?? `${manifest.name}-${manifest.version}.vsix`));
}
