import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTempFolder } from '../tempFolder.ts';
import { until } from '../until.ts';
import { startHost } from './fixture.ts';
import { git, makeRepository } from './repositories.ts';

/** The home of somebody whose `codex` tells where it was started and what it finds there. */
const homeWithCodex = (folder: string, told: string): string => {
  const home = join(folder, 'home');
  const bin = join(home, 'my bin');
  mkdirSync(bin, { recursive: true });
  // VS Code's server takes its environment from a login shell, so that is where a PATH is set.
  writeFileSync(join(home, '.bash_profile'), `export GH_TOKEN=no PATH="${bin}:$PATH"\n`);
  const script = join(bin, 'codex');
  const tell = `printf '%s\\n' "$PWD" "$(command -v mam)" "$PORT $MAM_PORTS" "\${GH_TOKEN-none}" > '${told}.new' && mv '${told}.new' '${told}'`;
  writeFileSync(script, `#!/bin/sh\n${tell}\n`, { mode: 0o755 });
  return home;
};

describe('a worktree of a person', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('is made from the palette, shown as it stands, and gets an agent in a terminal', async () => {
    const repository = join(folder(), 'shop');
    makeRepository(repository, { 'a.txt': 'one\n' });
    const told = join(folder(), 'told');
    const host = await startHost({ workspace: repository, env: { HOME: homeWithCodex(folder(), told) } });
    try {
      await host.openContainer('MAM');
      await host.page.getByRole('button', { name: 'New Worktree', exact: true }).first().waitFor();
      // The branch moves while the window is open: a new worktree starts where it stands now.
      git(repository, 'commit', '--quiet', '--allow-empty', '--message=next');
      await host.runCommand('MAM: New Worktree…');
      await host.answerInput('feature/..login');
      await host.page.getByText('Use letters, digits, - and /').waitFor();
      await host.answerInput('feature/login');

      const row = host.tree('Worktrees').row('feature/login');
      await row.waitFor();
      await host.waitForNotification('The worktree feature/login is ready.');
      const path = join(repository, '.claude/worktrees/feature-login');
      assert.deepEqual(
        [
          git(path, 'rev-parse', '--show-toplevel'),
          git(path, 'rev-parse', '--absolute-git-dir'),
          git(path, 'branch', '--show-current'),
          git(path, 'rev-parse', 'HEAD'),
        ],
        [path, join(repository, '.git/worktrees/feature-login'), 'feature/login', git(repository, 'rev-parse', 'main')],
      );
      assert.equal(git(repository, 'status', '--porcelain'), '', 'the main checkout is as clean as before');

      writeFileSync(join(path, 'new.txt'), 'new\n');
      git(path, 'commit', '--quiet', '--allow-empty', '--message=mine');
      await host.tree('Worktrees').row('↑1 ↓0 main · 1 file').waitFor();
      // What changes while nobody sees the view is shown when it is seen again.
      await host.openContainer('Explorer');
      writeFileSync(join(path, 'more.txt'), 'more\n');
      await host.openContainer('MAM');
      await host.tree('Worktrees').row('↑1 ↓0 main · 2 files').waitFor();

      await host.runCommand('MAM: Launch Codex Terminal');
      await host.pick('feature/login');
      await host.page.getByRole('tab', { name: /codex in feature-login/ }).waitFor();
      await until('the agent', () => existsSync(told), 20_000);
      // The agent has ended by itself, and its row says so.
      await host.tree('Sessions').row('agent ended, shell open').waitFor();
      const [cwd, mam = '', ports, token] = readFileSync(told, 'utf8').split('\n');
      assert.equal(cwd, path);
      assert.equal(ports, `21000 ${Array.from({ length: 10 }, (_, n) => 21_000 + n).join(',')}`);
      assert.equal(token, 'none', 'the window has it');
      assert.ok(existsSync(mam), `mam is not on the PATH of the terminal: ${mam}`);
    } finally {
      await host.stop();
    }
  });
});
