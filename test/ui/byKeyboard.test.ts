// From an empty window to an approved packet without a mouse.
import assert from 'node:assert/strict';
import { axeFinds } from './axe.ts';
import { startHost, type UiHost } from './fixture.ts';
import { untilStatus } from './repositories.ts';

class Keys {
  readonly #host: UiHost;

  constructor(host: UiHost) {
    this.#host = host;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#host.page.keyboard.press(key);
  }

  /** Through the palette; its key is lost before the key bindings are loaded. */
  async run(title: string): Promise<void> {
    const { page } = this.#host;
    const input = page.locator('.quick-input-widget:visible input').first();
    for (let attempt = 1; ; attempt++) {
      await this.press('F1');
      try {
        await input.waitFor({ timeout: 3000 });
        break;
      } catch (error) {
        if (attempt === 10) throw error;
      }
    }
    await page.keyboard.type(title);
    const row = page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: title }).first();
    await row.waitFor();
    await this.press('Enter');
    await row.waitFor({ state: 'hidden' });
  }
}

describe('a person without a mouse', function () {
  this.timeout(300_000);

  it('goes from an empty window to an approved packet, and axe finds nothing on the way', async () => {
    const host = await startHost({ workspace: null });
    const keys = new Keys(host);
    const axe = async (): Promise<readonly string[]> => {
      const frame = await (await host.webview().locator('body').elementHandle())?.ownerFrame();
      assert.ok(frame);
      return axeFinds(frame);
    };
    try {
      // The palette lists the commands that there are when it opens.
      await host.page.getByRole('tab', { name: 'MAM' }).first().waitFor();
      await keys.run('MAM: Try It on a Sample');
      await untilStatus(host, 'MAM: ready', 60_000);
      await keys.run('MAM: Start Loop');
      const start = host.page.locator('.quick-input-title').getByText('Start Loop:');
      await start.waitFor();
      // Enter before the rows are there chooses nothing.
      await host.quickPickRows();
      await keys.press('Enter');
      await start.waitFor({ state: 'hidden' });
      await keys.run('MAM: Open Dashboard');
      await host.webview().getByRole('tab', { name: 'Board' }).waitFor();
      await untilStatus(host, 'Gate open: T-2026-0002', 180_000);
      assert.deepEqual(await axe(), []);

      await keys.run('MAM: Open Approval Packet');
      const packet = host.webview();
      await packet.getByText('Gate: OPEN').waitFor();
      assert.deepEqual(await axe(), []);

      await keys.press('Alt+F1');
      await host.tab('Accessibility Help of MAM').waitFor();
      await host.page.locator('.monaco-editor').getByText('A approves, R returns').first().waitFor();
      await keys.run('MAM: Open Approval Packet');

      await packet.getByText('Gate: OPEN').waitFor();
      await keys.press('d');
      await host.tab('Changes of T-2026-0002').waitFor();
      // An editor that is still opening would come to the front again.
      await host.page.locator('.multiDiffEntry').first().waitFor();
      await keys.run('MAM: Open Approval Packet');
      await packet.getByText('Gate: OPEN').waitFor();
      await keys.press('r');
      await packet.getByRole('textbox').waitFor();
      await host.page.keyboard.type('Not so');
      await keys.press('Tab', 'Tab', 'Enter');
      await packet.getByRole('textbox').waitFor({ state: 'hidden' });
      await keys.press('a');
      await packet.getByText(/approved [0-9a-f]{7}/).waitFor();
    } finally {
      await host.stop();
    }
  });
});
