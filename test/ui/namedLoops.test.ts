import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTempFolder } from '../tempFolder.ts';
import { startHost, type UiHost } from './fixture.ts';
import { git, makeRepository, untilStatus } from './repositories.ts';

/** Chooses a row of the quick pick with the keyboard alone. */
const choose = async (host: UiHost, title: string, text: string): Promise<void> => {
  await host.page.locator('.quick-input-widget:visible .quick-input-title').getByText(title).waitFor();
  await host.page.keyboard.type(text);
  await host.page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: text }).waitFor();
  await host.page.keyboard.press('Enter');
};

/** Takes the reviewers as they are preset. */
const takeReviewers = async (host: UiHost): Promise<void> => {
  await host.page.locator('.quick-input-widget:visible .quick-input-title').getByText('Who reviews?').waitFor();
  await host.page.keyboard.press('Enter');
};

describe('a loop on one piece of work', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('is started with the keyboard in a person’s own words, and written on a branch of its own', async () => {
    const repository = join(folder(), 'shop');
    makeRepository(repository, { 'a.txt': 'one\n' });
    const host = await startHost({ workspace: repository });
    try {
      await host.openContainer('MAM');
      await host.page.getByRole('button', { name: 'New Worktree', exact: true }).first().waitFor();
      await host.runCommand('MAM: Start Loop on Task…');
      await host.answerInput('Say hello in a file');
      await choose(host, 'Who writes?', 'Rehearsal');
      await takeReviewers(host);
      await choose(host, 'Where does the work go?', 'A new branch');
      // What it wrote waits for the person's own review.
      await host.tree('Inbox').row('your review').waitFor({ timeout: 90_000 });
      const branches = git(repository, 'branch', '--format=%(refname:short)').split('\n');
      assert.equal(branches.length, 2, branches.join(' '));
      assert.equal(git(repository, 'status', '--porcelain'), '', 'the main checkout is as clean as before');
    } finally {
      await host.stop();
    }
  });

  it('reviews what a worktree holds since it was made, and writes nothing where that passes', async () => {
    const repository = join(folder(), 'shop');
    makeRepository(repository, { 'a.txt': 'one\n' });
    const host = await startHost({ workspace: repository });
    try {
      await host.openContainer('MAM');
      await host.page.getByRole('button', { name: 'New Worktree', exact: true }).first().waitFor();
      await host.runCommand('MAM: New Worktree…');
      await host.answerInput('fix/login');
      await host.waitForNotification('The worktree fix/login is ready.');
      const path = join(repository, '.claude/worktrees/fix-login');
      writeFileSync(join(path, 'a.txt'), 'two\n');
      git(path, 'commit', '--quiet', '--all', '--message=mine');
      const head = git(path, 'rev-parse', 'HEAD');

      const row = host.tree('Worktrees').row('fix/login');
      await host.chooseFromMenu(row, 'Review Worktree…');
      await host.answerInput('Two in place of one');
      await choose(host, 'Who writes?', 'Person');
      await takeReviewers(host);
      await untilStatus(host, 'Gate open', 90_000);
      assert.equal(git(path, 'rev-parse', 'HEAD'), head, 'a review that passes changes nothing');
    } finally {
      await host.stop();
    }
  });
});
