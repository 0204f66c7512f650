import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTempFolder } from '../tempFolder.ts';
import { startHost } from './fixture.ts';
import { makeQueue } from './repositories.ts';

const git = (cwd: string, ...args: readonly string[]): void =>
  void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], { cwd });

describe('an odd window', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('sees a repository that is made while it is open, and one that goes', async () => {
    const place = join(folder(), 'notes');
    mkdirSync(place);
    const host = await startHost({ workspace: place });
    try {
      await host.openContainer('MAM');
      const none = host.page.getByText('This folder is not in a git repository.').first();
      await none.waitFor();
      git(place, 'init', '--quiet', '--initial-branch=main');
      git(place, 'commit', '--quiet', '--allow-empty', '--message=start');
      await host.page.getByText('Each writer works in a worktree of its own').first().waitFor();
      rmSync(join(place, '.git'), { recursive: true, maxRetries: 5 });
      await none.waitFor();
      assert.ok(!existsSync(join(place, '.git')), 'nothing makes it again');
    } finally {
      await host.stop();
    }
  });

  it('of several folders works in the one that is a repository, and says which', async () => {
    mkdirSync(join(folder(), 'papers'));
    makeQueue(join(folder(), 'shop'), { id: 'T-2026-0001' });
    rmSync(join(folder(), 'shop/tasks'), { recursive: true });
    const file = join(folder(), 'all.code-workspace');
    writeFileSync(file, JSON.stringify({ folders: [{ path: 'papers' }, { path: 'shop' }] }));
    const host = await startHost({ workspace: file });
    try {
      await host.openContainer('MAM');
      await host.page.getByText('Each writer works in a worktree of its own').first().waitFor();
      await host.page.locator('.pane-header', { hasText: 'Sessions' }).getByText('shop').waitFor();
    } finally {
      await host.stop();
    }
  });
});
