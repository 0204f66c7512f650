import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { until } from '../../until.ts';
import { startHost } from '../fixture.ts';
import { git, makeRepository } from '../repositories.ts';

describe('a worktree that is no longer needed', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('goes after a person has seen what only it holds, and comes back from its copy', async () => {
    const repository = join(folder(), 'shop');
    makeRepository(repository, { 'a.txt': 'one\n', '.gitignore': '*.log\n' });
    const settings = { 'mam.worktrees.setUp': [['node', '-e', 'console.log(`made ready`)']] };
    const host = await startHost({ workspace: repository, settings });
    try {
      await host.openContainer('MAM');
      await host.page.getByRole('button', { name: 'New Worktree', exact: true }).first().waitFor();
      await host.runCommand('MAM: Rescued Work…');
      await host.waitForNotification('Nothing had to be rescued.');
      await host.runCommand('MAM: New Worktree…');
      await host.page.getByText('it starts at main · ').waitFor();
      await host.answerInput('fix/login');
      // Nothing that nobody allowed is preset.
      await host.page.locator('.quick-input-list').getByText('Allow and run: node -e').waitFor();
      await host.page.keyboard.press('ArrowDown');
      await host.page.keyboard.press('Space');
      await host.page.keyboard.press('Enter');
      const row = host.tree('Worktrees').row('fix/login');
      await host.waitForNotification('The worktree fix/login is ready.');
      await host.runCommand('MAM: Show Set-Up of Worktree');
      await host.page.locator('.view-line', { hasText: 'made ready' }).last().waitFor();
      const path = join(repository, '.claude/worktrees/fix-login');
      writeFileSync(join(path, 'a.txt'), 'two\n');
      writeFileSync(join(path, 'new.txt'), 'new\n');
      writeFileSync(join(path, 'run.log'), 'log\n');

      // From the row's menu, and let be.
      await host.chooseFromMenu(row, 'Remove Worktree…');
      await host.dialog.getByText('Remove the worktree fix/login?').waitFor();
      const said = await host.dialog.innerText();
      for (const part of ['1 changed: a.txt', '1 new: new.txt', '1 ignored: run.log', 'Its branch fix/login stays'])
        assert.ok(said.includes(part), said);
      await host.page.keyboard.press('Escape');
      await host.dialog.waitFor({ state: 'hidden' });
      assert.ok(existsSync(join(path, 'new.txt')));

      // From the palette, with the keyboard alone.
      await host.runCommand('MAM: Remove Worktree…');
      await host.dialog.getByRole('button', { name: 'Keep a Copy and Remove' }).waitFor();
      await host.page.keyboard.press('Enter');
      await row.waitFor({ state: 'hidden' });
      assert.ok(!existsSync(path));
      assert.notEqual(git(repository, 'branch', '--list', 'fix/login'), '', 'its branch stays');

      await host.pressNotificationButton('What only it held is kept as fix/login-', 'Show the Copy');
      await host.tab('fix-login-').waitFor();
      for (const part of ['New files (1)', 'Changed files (1)', 'Kept beside the commit (1)'])
        await host.page.locator('.view-line', { hasText: part }).waitFor();

      await host.runCommand('MAM: Rescued Work…');
      await host.pick('fix/login-');
      await host.pick('Restore');
      await row.waitFor();
      // The notification of its first creation may still be there, so that its own says nothing.
      await until('the last file', () => existsSync(join(path, 'run.log')), 30_000);
      assert.deepEqual(
        ['a.txt', 'new.txt', 'run.log'].map((name) => readFileSync(join(path, name), 'utf8')),
        ['two\n', 'new\n', 'log\n'],
      );
    } finally {
      await host.stop();
    }
  });
});
