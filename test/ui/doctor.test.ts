import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { useTempFolder } from '../tempFolder.ts';
import { until } from '../until.ts';
import { startHost } from './fixture.ts';
import { git, makeRepository } from './repositories.ts';

describe('the doctor', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('shows a worktree whose folder is gone, the command that mends it, and runs it only then', async () => {
    const repository = join(folder(), 'shop');
    makeRepository(repository, { 'a.txt': 'one\n' });
    const lost = join(folder(), 'lost');
    git(repository, 'worktree', 'add', '--quiet', '-b', 'lost', lost);
    rmSync(lost, { recursive: true });
    const host = await startHost({ workspace: repository });
    try {
      await host.openContainer('MAM');
      await host.page.getByRole('button', { name: 'New Worktree', exact: true }).first().waitFor();
      await host.runCommand('MAM: Doctor');
      const doctor = host.tree('Doctor');
      const row = doctor.row('is gone');
      await row.waitFor();

      // With the keyboard: the row's own action shows the command, and nothing runs.
      await row.click();
      await host.dialog.getByText(`mam worktree remove ${lost}`).first().waitFor();
      await host.page.keyboard.press('Escape');
      await host.dialog.waitFor({ state: 'hidden' });
      const listed = (): string => git(repository, 'worktree', 'list', '--porcelain');
      assert.ok(listed().includes(lost));

      await host.page.keyboard.press('Enter');
      await host.dialog.getByRole('button', { name: 'Run in Terminal' }).waitFor();
      await host.page.keyboard.press('Enter');
      await until('the entry to go', () => !listed().includes(lost), 60_000);
      assert.notEqual(git(repository, 'branch', '--list', 'lost'), '', 'its branch stays');
      await host.runCommand('MAM: Doctor');
      await row.waitFor({ state: 'detached' });
    } finally {
      await host.stop();
    }
  });
});
