// Runs test/extension inside VS Code with MAM from this folder: in a host from npm, or with MAM_TEST_VSCODE=desktop in a
// downloaded desktop VS Code (MAM_TEST_VSCODE_VERSION, `stable` by default).
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { build, stop } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const output = join(root, '.build/extension-tests');

/** The host loads CommonJS only. Below the root, so that `mocha` is found in its node_modules. */
async function bundleTests(): Promise<void> {
  rmSync(output, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['test/extension/index.ts', ...globSync('test/extension/**/*.test.ts', { cwd: root })],
    outdir: output,
    outbase: join(root, 'test/extension'),
    outExtension: { '.js': '.cjs' },
    bundle: true,
    sourcemap: 'inline',
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  await stop();
}

function makeWorkspace(base: string): string {
  const workspace = join(base, 'workspace');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'a.ts'), 'export const a = 1;\n');
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], { cwd: workspace });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=start');
  return workspace;
}

function grep(): string | undefined {
  const at = process.argv.findIndex((arg) => arg === '--grep' || arg === '-g');
  return at < 0 ? undefined : process.argv[at + 1];
}

const base = mkdtempSync(join(tmpdir(), 'mam-extension-'));
try {
  await bundleTests();
  const desktop = process.env['MAM_TEST_VSCODE'] === 'desktop';
  const pattern = grep();
  // A host from npm hands its own environment on to the extension host; a desktop one gets it from here.
  if (pattern) process.env['MAM_TEST_GREP'] = pattern;
  await runTests({
    extensionDevelopmentPath: root,
    extensionTestsPath: join(output, 'index.cjs'),
    launchArgs: [makeWorkspace(base)],
    ...(desktop
      ? { version: process.env['MAM_TEST_VSCODE_VERSION'] ?? 'stable' }
      : { vscodeExecutablePath: join(import.meta.dirname, 'code-shim.cjs') }),
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(base, { recursive: true, force: true, maxRetries: 5 });
}
