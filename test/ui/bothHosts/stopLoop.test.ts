import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { startHost } from '../fixture.ts';
import { makeQueue, smallTeam, untilStatus } from '../repositories.ts';

describe('a loop that is stopped in the middle', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('ends its lane, offers to go on, and gets to its packet when it is resumed', async () => {
    const repository = join(folder(), 'shop');
    const go = join(folder(), 'go');
    const script = JSON.stringify([{ on: { kind: 'implement' }, steps: [{ waitFor: go }, { work: true }] }]);
    makeQueue(repository, {
      id: 'T-2026-0001',
      claims: '`a.txt`',
      checks: ['node --test'],
      goal: `Do it.\n\n\`\`\`rehearsal\n${script}\n\`\`\``,
    });
    const host = await startHost({ workspace: repository, settings: smallTeam });
    try {
      await host.openContainer('MAM');
      await host.tree('Queue').row('T-2026-0001').waitFor();
      await host.runCommand('MAM: Start Loop');
      await host.quickPickRows();
      await host.page.keyboard.press('Enter');
      await host.tree('Leases').row('min left').waitFor();
      await untilStatus(host, '1 working', 60_000);

      await host.runCommand('MAM: Stop Loop');
      await host.tree('Queue').row('stopped, can resume').waitFor();
      await host.runCommand('MAM: Start Loop');
      await host.waitForNotification('T-2026-0001 was stopped and can go on.');
      writeFileSync(go, '');
      await host.pressNotificationButton('was stopped and can go on.', 'Resume Loop');
      await untilStatus(host, 'Gate open: T-2026-0001', 120_000);
    } finally {
      await host.stop();
    }
  });
});
