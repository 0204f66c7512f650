// The pictures of the documentation are taken of the packed extension, so that they show what its users see.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTempFolder } from '../tempFolder.ts';
import { startHost } from './fixture.ts';
import { Photographer } from './picture.ts';
import { git, makeSample, smallTeam, untilStatus } from './repositories.ts';

// The packet stands in front of them, not under what says that it is there.
const plain = { 'window.commandCenter': false, 'mam.notifications': 'never' };

/** Lets the reviewers of the sample's first task wait, as theirs is the moment that shows most. */
const holdReviews = (repository: string, go: string): void => {
  const queue = join(repository, 'tasks/queue.md');
  const script = JSON.stringify([{ on: { kind: 'review' }, steps: [{ waitFor: go }] }]);
  const goal = 'Add a module that shows an amount of cents as text, with a test.\n';
  const text = readFileSync(queue, 'utf8').replace(goal, `${goal}\n### Notes\n\n\`\`\`rehearsal\n${script}\n\`\`\`\n`);
  writeFileSync(queue, text);
  git(repository, 'commit', '--quiet', '--all', '--message=Notes');
};

describe('pictures in light, dark and high contrast', function () {
  this.timeout(240_000);
  const folder = useTempFolder();

  it('are of the walkthrough in a window without a folder', async () => {
    const host = await startHost({ workspace: null, settings: plain });
    const photographer = new Photographer(host, plain);
    try {
      await host.openContainer('MAM');
      await host.page.getByRole('button', { name: 'Show the Walkthrough' }).first().click();
      await host.page.locator('.getting-started-step.expanded').first().waitFor();
      await photographer.shrinkWindow();
      const picture = host.page.frameLocator('.getting-started-media iframe').frameLocator('#active-frame');
      await picture.locator('svg').first().waitFor();
      await photographer.take('walkthrough', picture);
    } finally {
      await host.stop();
    }
  });

  it('are of a loop on the sample, from its start to its packet', async () => {
    const repository = join(folder(), 'coins');
    makeSample(repository);
    const go = join(folder(), 'go');
    holdReviews(repository, go);
    const settings = { ...smallTeam, ...plain };
    const host = await startHost({ workspace: repository, settings });
    const photographer = new Photographer(host, settings);
    const page = host.webview();
    try {
      await host.openContainer('MAM');
      await host.tree('Queue').row('T-2026-0002').waitFor();
      await photographer.shrinkWindow();
      await photographer.widenSidebar();
      await host.runCommand('MAM: Open Dashboard');
      await page.getByRole('tab', { name: 'Board' }).waitFor();
      await host.runCommand('MAM: Start Loop');
      await host.quickPickRows();
      await photographer.take('start', page);
      await host.page.keyboard.press('Enter');
      await host.tree('Sessions').row('Reviewer').filter({ hasText: 'working' }).waitFor();
      await host.tree('Sessions').row('CI/Eval Auditor').filter({ hasText: 'working' }).waitFor();
      await photographer.take('sidebar', page);
      writeFileSync(go, '');
      await untilStatus(host, 'Gate open', 60_000);
      await host.tree('Inbox').row('Approve').waitFor();
      await photographer.take('board', page);
      await page.getByRole('tab', { name: 'Gate' }).click();
      await page.getByText('Required reviews').waitFor();
      await photographer.take('gate', page);
      await host.openByStatusBar('mam.status', 'Packet T-2026-0002');
      await page.getByText('Gate: OPEN').waitFor();
      await photographer.take('approval', page);
    } finally {
      await host.stop();
    }
  });
});
