// A whole queue, several tasks at once, with the keyboard alone.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTempFolder } from '../tempFolder.ts';
import { until } from '../until.ts';
import { startHost } from './fixture.ts';
import { makeQueue, smallTeam, untilStatus } from './repositories.ts';

describe('a loop to the end of the queue', function () {
  this.timeout(240_000);
  const folder = useTempFolder();

  it('works on two tasks at once, is watched on the board, stopped, and resumed to its end', async () => {
    const repository = join(folder(), 'shop');
    const go = join(folder(), 'go');
    const script = JSON.stringify([{ on: { kind: 'implement' }, steps: [{ waitFor: go }, { work: true }] }]);
    makeQueue(
      repository,
      ...[1, 2, 3, 4].map((n) => ({
        id: `T-2026-000${n}`,
        claims: `\`file${n}.txt\``,
        checks: ['node --test'],
        goal: `Do it.\n\n\`\`\`rehearsal\n${script}\n\`\`\``,
      })),
    );
    const host = await startHost({ workspace: repository, settings: { ...smallTeam, 'mam.loop.pool': 2 } });
    try {
      await host.openContainer('MAM');
      await host.tree('Queue').row('T-2026-0004').waitFor();
      await host.runCommand('MAM: Open Dashboard');
      const board = host.webview();
      const column = (name: string) => board.getByRole('region', { name, exact: true });
      const cards = (name: string): Promise<number> => column(name).getByRole('listitem').count();
      await column('Queued').getByText('T-2026-0004').waitFor();

      await host.runCommand('MAM: Start Loop (Infinite)');
      await host.quickPickRows();
      await host.page.getByText('to the end of the queue · 2 at once').waitFor();
      await host.page.keyboard.press('Enter');
      await until('two tasks at work', async () => (await cards('Running')) === 2, 60_000);
      await column('Running').getByText('Implementer · rehearsal').first().waitFor();
      await board.getByText('0 completed · 2 at once').waitFor();
      await host.runCommand('MAM: Start Loop');
      assert.deepEqual(
        (await host.quickPickRows()).map((row) => row.replace(/,.*/, '')),
        ['debug-stop  Stop Loop', 'dashboard  Open Dashboard'],
      );
      await host.page.keyboard.press('Enter');
      await until('the stopped ones', async () => (await cards('Deferred')) === 2, 60_000);
      assert.equal(await cards('Queued'), 2);

      writeFileSync(go, '');
      await host.runCommand('MAM: Resume Loop');
      await until('every task at its gate', async () => (await cards('Waiting for you')) === 4, 150_000);
      await board.getByText('4 completed').waitFor();
      await untilStatus(host, 'Gates open: 4', 20_000);
    } finally {
      await host.stop();
    }
  });
});
