import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { until } from '../../until.ts';
import { startHost } from '../fixture.ts';
import { makeQueue, smallTeam, untilStatus } from '../repositories.ts';

describe('a window that is reloaded in mid-loop', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('finds its lane at work, which gets to its packet in the same attempt', async () => {
    const repository = join(folder(), 'shop');
    const go = join(folder(), 'go');
    const starts = join(folder(), 'starts');
    const steps = [{ append: starts, text: 'one\n' }, { waitFor: go }, { work: true }];
    const script = JSON.stringify([{ on: { kind: 'implement' }, steps }]);
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
      await until('the lane at work', () => existsSync(starts), 20_000);

      await host.runCommand('Developer: Reload Window');
      await host.page.locator('.monaco-workbench').waitFor({ state: 'detached' });
      await untilStatus(host, '1 working', 60_000);
      await host.tree('Leases').row('min left').waitFor();

      writeFileSync(go, '');
      await untilStatus(host, 'Gate open: T-2026-0001', 60_000);
      assert.equal(readFileSync(starts, 'utf8'), 'one\n', 'the work was begun once');
    } finally {
      await host.stop();
    }
  });
});
