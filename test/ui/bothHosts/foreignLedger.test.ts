import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { foreignFiles } from '../../builders/foreignLedger.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { until } from '../../until.ts';
import { startHost } from '../fixture.ts';
import { makeQueue } from '../repositories.ts';

const hour = 3_600_000;

/** The ledger that another tool left: one lease that still holds, one that needs a look, each in this checkout. */
function leaveLedger(repository: string): string {
  const active = join(repository, 'reports/agent_loop/active');
  for (const [name, text] of Object.entries(foreignFiles())) {
    mkdirSync(dirname(join(active, name)), { recursive: true });
    writeFileSync(join(active, name), text);
  }
  const held = (task: string, file: string, more: object) => ({
    ...{ lease_id: task.toLowerCase(), status: 'active', lease_type: 'write', active_agent: null, task_id: task },
    ...{ issue: '7', branch: 'main', worktree: '.', claimed_files: [file], owner_session: 'implementer' },
    ...{ owner_role: 'Implementer', expires_at: new Date(Date.now() + hour).toISOString().replace(/\.\d+/, '') },
    ...more,
  });
  const leases = [
    held('T-2026-0001', 'a.txt', {}),
    held('T-2026-0002', 'b.txt', { status: 'recovery-needed', recovery_reason: 'dirty-worktree' }),
  ];
  writeFileSync(join(active, 'leases.json'), JSON.stringify({ schema_version: 1, leases }));
  return active;
}

describe('the ledger of another tool', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('is imported from the palette, and its leases are recovered and taken over there', async () => {
    const repository = join(folder(), 'shop');
    makeQueue(repository, { id: 'T-2026-0003', claims: '`c.txt`' });
    const active = leaveLedger(repository);
    const host = await startHost({ workspace: repository });
    try {
      await host.openContainer('MAM');
      await host.tree('Queue').row('T-2026-0003').waitFor();
      await host.page.getByText('Another tool left a ledger here').first().waitFor();
      await host.page.getByRole('button', { name: 'Start Fresh…' }).first().waitFor();
      await host.runCommand('MAM: Import Ledger…');
      await host.dialog.getByRole('button', { name: 'Import Ledger', exact: true }).click();
      await host.waitForNotification('The ledger is taken over.');
      await until(
        'the files of MAM',
        () => readFileSync(join(active, 'leases.json'), 'utf8').includes('"mam"'),
        20_000,
      );
      assert.ok(existsSync(join(repository, '.mam/backups')));

      await host.tree('Leases').row('b.txt').waitFor();
      await host.runCommand('MAM: Recover Lease…');
      await host.pick('Keep a copy, then free the files');
      await host.waitForNotification('The lease of T-2026-0002 is free again.');

      await host.runCommand('MAM: Take Over Lease…');
      await host.dialog.getByRole('button', { name: 'Take Over', exact: true }).click();
      await host.tree('Leases').row('editor').waitFor();
    } finally {
      await host.stop();
    }
  });
});
