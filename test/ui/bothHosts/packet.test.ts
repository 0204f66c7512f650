import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { until } from '../../until.ts';
import { startHost } from '../fixture.ts';
import { git, makeSample, runToOpenGate, smallTeam, untilStatus } from '../repositories.ts';

const onLine = 'Say what a cent is.';
const returned = `Show cents with two digits.\n\nsrc/format.js:1\n${onLine}`;

/** What jobs were told, as it stands in their folders. */
const briefs = (repository: string): readonly string[] => {
  const jobs = join(repository, '.mam/jobs');
  return readdirSync(jobs, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('brief.md'))
    .map((path) => readFileSync(join(jobs, path), 'utf8'));
};

const branch = 'feature/T-2026-0002-integration';

describe('an approval packet', function () {
  this.timeout(300_000);
  const folder = useTempFolder();

  it('shows what changed, survives a reload, and is returned for a second round', async () => {
    const repository = join(folder(), 'coins');
    makeSample(repository);
    const host = await startHost({ workspace: repository, settings: smallTeam });
    try {
      await runToOpenGate(host, 'T-2026-0002');
      await host.openByStatusBar('mam.status', 'Packet T-2026-0002');
      const packet = host.webview();
      const first = git(repository, 'rev-parse', branch);
      await packet.getByText(`head ${first.slice(0, 7)} on main`).waitFor();

      await packet.getByRole('button', { name: /src\/format\.js/ }).click();
      await host.tab('src/format.js (T-2026-0002)').waitFor();
      await host.page.locator('.monaco-diff-editor').getByText('Format amounts').first().waitFor();

      // A comment on a line of the new side waits in the packet, and outlives the reload below.
      await host.page.locator('.monaco-diff-editor .modified .comment-range-glyph').first().click();
      const box = host.page.locator('.review-widget .comment-form .monaco-editor').first();
      await box.click();
      await host.page.keyboard.type(onLine);
      await box.getByText(onLine).waitFor();
      await host.page.getByRole('button', { name: 'Add Comment' }).click();
      await host.page.locator('.review-widget .comment-body', { hasText: onLine }).waitFor();
      await host.tab('Packet T-2026-0002').click();
      await packet.getByText(onLine).waitFor();

      await host.runCommand('MAM: Open Dashboard');
      await host.webview().getByRole('heading', { name: 'coins' }).waitFor();
      await host.runCommand('Developer: Reload Window');
      await host.webview().getByRole('heading', { name: 'coins' }).waitFor({ timeout: 60_000 });
      await host.tab('Packet T-2026-0002').click();
      await packet.getByText('Gate: OPEN').waitFor();
      await packet.getByText(onLine).waitFor();

      await packet.getByRole('button', { name: /^Return/ }).click();
      await packet.getByRole('textbox').fill('Show cents with two digits.');
      await packet.getByRole('button', { name: 'Return', exact: true }).click();
      await packet.getByText('Cycle 2 is on its way.').waitFor();
      assert.equal(
        await packet.getByText(onLine).count(),
        1,
        'it stands among what was returned, not among what waits',
      );
      await until('the brief of the writer', () => briefs(repository).some((text) => text.includes(returned)), 60_000);
      await untilStatus(host, 'working', 60_000);
      await untilStatus(host, 'Gate open: T-2026-0002', 120_000);
      const second = git(repository, 'rev-parse', branch);
      assert.notEqual(second, first);
      await packet.getByText(`head ${second.slice(0, 7)} on main`).waitFor();
      await packet.getByText('Gate: OPEN').waitFor();
    } finally {
      await host.stop();
    }
  });
});
