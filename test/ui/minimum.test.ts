// The main way once more in the oldest VS Code that the manifest allows.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { useTempFolder } from '../tempFolder.ts';
import { startHost } from './fixture.ts';
import { makeSample, runToOpenGate, smallTeam } from './repositories.ts';

const wanted = process.env['MAM_TEST_MINIMUM'] === '1' || process.env['CI'] === 'true';

// Its host is set up only for who asked for it, so elsewhere there is nothing to run, not even as skipped.
if (wanted)
  describe('the oldest supported VS Code', function () {
    this.timeout(300_000);
    const folder = useTempFolder();
    before(() => {
      execFileSync(process.execPath, [join(import.meta.dirname, '../hosts/setUp.mjs'), 'minimum'], { stdio: 'ignore' });
    });

    it('runs the sample to a packet that can be approved', async () => {
      const repository = join(folder(), 'coins');
      makeSample(repository);
      const host = await startHost({ workspace: repository, settings: smallTeam, host: 'minimum' });
      try {
        await runToOpenGate(host, 'T-2026-0002');
        await host.openByStatusBar('mam.status', 'Packet T-2026-0002');
        const packet = host.webview();
        await packet.getByText('Gate: OPEN').waitFor();
        await packet.getByRole('button', { name: /^Approve/ }).click();
        await packet.getByText(/approved [0-9a-f]{7}/).waitFor();
      } finally {
        await host.stop();
      }
    });
  });
