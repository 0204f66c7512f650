import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { startHost, type UiHost } from '../fixture.ts';
import { makeRepository } from '../repositories.ts';

/** Chooses a row of the quick pick with the keyboard alone. */
const choose = async (host: UiHost, text: string): Promise<void> => {
  await host.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text }).first().waitFor();
  await host.page.keyboard.type(text);
  await host.page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: text }).waitFor();
  await host.page.keyboard.press('Enter');
};

/** What the rehearsal agent is to do, as a prompt of one line. */
const script = (...scenes: readonly object[]): string => `~~~rehearsal ${JSON.stringify(scenes)}~~~`;

describe('a session of an agent in a terminal of the editor', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('is given jobs, answered by a key, outlives a reload of the window, and is gone on with', async () => {
    const repository = join(folder(), 'shop');
    makeRepository(repository, { 'a.txt': 'one\n' });
    const host = await startHost({ workspace: repository });
    host.page.setDefaultTimeout(40_000);
    const sessions = host.tree('Sessions');
    try {
      await host.openContainer('MAM');
      await host.page.getByRole('button', { name: 'Delegate Job', exact: false }).first().waitFor();
      await host.runCommand('MAM: Delegate Job…');
      await choose(host, 'No role');
      await choose(host, 'New session of Rehearsal');
      await choose(host, 'Main checkout');
      await host.answerStep(4, '');
      await host.answerStep(5, script({ steps: [{ ask: 'May I go on?' }] }));
      await host.tab('session-rehearsal-').waitFor();

      // It asks for leave, so that no text is offered, only keys.
      await host.tree('Inbox').row('May I go on?').waitFor();
      await host.runCommand('MAM: Answer…');
      await choose(host, 'Press y');
      await sessions.row('done: report').waitFor();
      await host.runCommand('MAM: Open Job Timeline');
      await host.page.locator('.view-line', { hasText: 'Was told: y' }).waitFor();

      // A job that is given up while its agent works is tried again once the agent is free.
      const go = join(folder(), 'go');
      await host.runCommand('MAM: Delegate Job…');
      await choose(host, 'No role');
      await choose(host, 'session-rehearsal-');
      await host.answerStep(3, '');
      await host.answerStep(4, script({ on: { attempt: 1 }, steps: [{ waitFor: go }] }));
      await sessions.expand('session-rehearsal-');
      await sessions.row('attempt 1started').waitFor();
      await host.runCommand('MAM: Cancel Job…');
      await host.answerInput('It takes too long.');
      await sessions.row('attempt 1cancelled').waitFor();
      await host.runCommand('MAM: Retry as New Attempt');
      writeFileSync(go, '');
      await sessions.row('attempt 2done').waitFor();

      await host.page.reload();
      await host.openContainer('MAM');
      // The window is another one; the agent and its conversation are not.
      await sessions.row('done: report').waitFor();
      await host.runCommand('MAM: Stop Session');
      await sessions.row('stopped').waitFor();
      await host.tab('session-rehearsal-').waitFor({ state: 'detached' });
      await host.runCommand('MAM: Resume Session');
      await host.tab('session-rehearsal-').waitFor();
      await sessions.row('stopped').waitFor({ state: 'detached' });
    } finally {
      await host.stop();
    }
  });
});
