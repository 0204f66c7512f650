// The whole way of a person, in a real window on a real repository: start, watch, decide.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { useTempFolder } from '../tempFolder.ts';
import { until } from '../until.ts';
import { startHost } from './fixture.ts';

const root = join(import.meta.dirname, '../..');
const settings = {
  'mam.topology': 'four-role',
  'mam.checks.allowed': [['node', '--test']],
};

const makeSample = (folder: string): void => {
  execFileSync(process.execPath, [join(root, 'dist/cli.cjs'), 'sample', folder], { stdio: 'ignore' });
};

describe('a loop on the sample repository', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('runs from the palette to an approved packet and a merged branch', async () => {
    const repository = join(folder(), 'coins');
    makeSample(repository);
    const host = await startHost({ workspace: repository, settings });
    try {
      await host.openContainer('MAM');
      await host.tree('Queue').row('T-2026-0002').waitFor();
      await until(
        'the ready status',
        async () => (await host.statusBarItem('mam.status').text()).includes('MAM: ready'),
        20_000,
      );

      await host.runCommand('MAM: Start Loop');
      const rows = await host.quickPickRows();
      assert.ok(
        rows.some((row) => row.includes('T-2026-0002')),
        rows.join('\n'),
      );
      await host.page.keyboard.press('Enter');

      await host.tree('Sessions').row('Implementer').waitFor();
      await until(
        'an open gate',
        async () => (await host.statusBarItem('mam.status').text()).includes('Gate open: T-2026-0002'),
        90_000,
      );
      await host.tree('Inbox').row('Approve T-2026-0002').waitFor();

      await host.statusBarItem('mam.status').click();
      const packet = host.webview();
      await packet.getByRole('heading', { name: 'Format amounts' }).waitFor();
      await packet.getByText('Gate: OPEN').waitFor();
      await packet.getByRole('button', { name: /^Approve/ }).click();
      await packet.getByText(/approved [0-9a-f]{7}/).waitFor();

      await packet.getByRole('button', { name: 'Merge Locally' }).click();
      await host.dialog.getByRole('button', { name: 'Merge', exact: true }).click();
      await packet.getByText('it is merged into main').waitFor();
      const merged = execFileSync('git', ['show', '--stat', '--oneline', 'main'], {
        cwd: repository,
        encoding: 'utf8',
      });
      assert.match(merged, /src\/format\.js/);
    } finally {
      await host.stop();
    }
  });
});
