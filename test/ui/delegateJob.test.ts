import { join } from 'node:path';
import { useTempFolder } from '../tempFolder.ts';
import { startHost, type UiHost } from './fixture.ts';
import { makeRepository } from './repositories.ts';

/** Chooses a row of the quick pick with the keyboard alone. */
const choose = async (host: UiHost, step: number, text: string): Promise<void> => {
  await host.page.locator('.quick-input-widget:visible .quick-input-title').getByText(`(${step}/`).waitFor();
  await host.page.keyboard.type(text);
  await host.page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: text }).waitFor();
  await host.page.keyboard.press('Enter');
};

describe('a job that is delegated', function () {
  this.timeout(300_000);
  const folder = useTempFolder();

  it('is handed to a new session with the keyboard, and is done by its report', async () => {
    const repository = join(folder(), 'shop');
    makeRepository(repository, { 'a.txt': 'one\n' });
    const host = await startHost({ workspace: repository });
    try {
      host.page.setDefaultTimeout(90_000);
      await host.openContainer('MAM');
      await host.page.getByRole('button', { name: 'Delegate Job', exact: false }).first().waitFor();
      await host.runCommand('MAM: Delegate Job…');
      await choose(host, 1, 'No role');
      await choose(host, 2, 'New session of Rehearsal');
      await choose(host, 3, 'Main checkout');
      await host.answerStep(4, '../elsewhere');
      await host.page.getByText('../elsewhere is outside the repository').waitFor();
      await host.answerStep(4, '');
      await host.answerStep(5, ' ');
      await host.page.getByText('Say what is to be done.').waitFor();
      await host.answerStep(5, 'Say that all is well.');
      await host.waitForNotification('has the job');

      // Its own screen is a tab, and its row tells how it stands.
      await host.tab('session-rehearsal-').waitFor();
      await host.tree('Sessions').row('done: report').waitFor({ timeout: 60_000 });
      await host.runCommand('MAM: Open Job Timeline');
      await host.page.getByText('decided by the agent').first().waitFor();
      await host.runCommand('MAM: Open Report');
      await host.page.getByText('Rehearsed').first().waitFor();
    } finally {
      await host.stop();
    }
  });
});
