// The whole way of a person, in a real window on a real repository: start, watch, decide.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { startHost } from '../fixture.ts';
import { git, makeSample, runToOpenGate, smallTeam } from '../repositories.ts';

describe('a loop on the sample repository', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('runs from the palette to an approved packet and a merged branch', async () => {
    const repository = join(folder(), 'coins');
    makeSample(repository);
    const host = await startHost({ workspace: repository, settings: smallTeam });
    try {
      await runToOpenGate(host, 'T-2026-0002');
      await host.tree('Sessions').row('Reviewer').waitFor();
      await host.tree('Inbox').row('Approve T-2026-0002').waitFor();

      await host.openByStatusBar('mam.status', 'Packet T-2026-0002');
      const packet = host.webview();
      await packet.getByRole('heading', { name: 'Format amounts' }).waitFor();
      await packet.getByText('Gate: OPEN').waitFor();
      await packet.getByRole('button', { name: /^Approve/ }).click();
      await packet.getByText(/approved [0-9a-f]{7}/).waitFor();

      await packet.getByRole('button', { name: 'Merge Locally' }).click();
      await host.dialog.getByRole('button', { name: 'Merge', exact: true }).click();
      await packet.getByText('it is merged into main').waitFor();
      const merged = git(repository, 'show', '--stat', '--oneline', 'main');
      assert.match(merged, /src\/format\.js/);
    } finally {
      await host.stop();
    }
  });
});
