import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTempFolder } from '../tempFolder.ts';
import { until } from '../until.ts';
import { startHost } from './fixture.ts';
import { makeRepository } from './repositories.ts';

describe('adding the first task', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('asks four things, writes the queue file exactly, and shows the task', async () => {
    const repository = join(folder(), 'shop');
    makeRepository(repository, { 'src/fetch.js': 'export const fetch = 1;\n' });
    const host = await startHost({ workspace: repository });
    try {
      await host.openContainer('MAM');
      await host.page.getByRole('button', { name: 'Add Task', exact: true }).first().waitFor();
      const queue = join(repository, 'tasks/queue.md');
      assert.ok(!existsSync(queue));

      await host.runCommand('MAM: Add Task…');
      await host.answerInput('');
      await host.page.getByText('A task needs a title.').waitFor();
      await host.answerInput('Retry in the fetcher');
      await host.answerStep(2, 'A failed request is tried three times.');
      await host.answerStep(3, './src/fetch.js, test/**');
      await host.answerStep(4, 'npm test; git diff --check');

      await host.waitForNotification('is in the queue.');
      const id = `T-${new Date().getFullYear()}-0001`;
      assert.equal(
        readFileSync(queue, 'utf8'),
        [
          '# Persistent Task Queue',
          '',
          `## ${id} - Retry in the fetcher`,
          '',
          '- Status: ready',
          '- Priority: P2',
          '- Claims: `src/fetch.js`, `test/**`',
          '',
          '### Goal',
          '',
          'A failed request is tried three times.',
          '',
          '### Validation Commands',
          '',
          '```sh',
          'npm test',
          'git diff --check',
          '```',
          '',
        ].join('\n'),
      );
      const row = host.tree('Queue').row(id);
      await row.waitFor();
      assert.match((await row.getAttribute('aria-label')) ?? '', /Retry in the fetcher, P2 · ready/);

      await host.pressNotificationButton('is in the queue.', 'Show Task');
      await host.page.getByRole('tab', { name: /^queue\.md/ }).waitFor();
      await until('the saved file', async () => !(await host.page.locator('.tab.dirty').isVisible()));
    } finally {
      await host.stop();
    }
  });
});
