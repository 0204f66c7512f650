// A person's first minutes, from a window without a folder to a packet that they decided on. No agent is installed.
import assert from 'node:assert/strict';
import { startHost, type UiHost } from '../fixture.ts';
import { untilStatus } from '../repositories.ts';

const stepId = (step: string): string => `multi-agent-mux.mam#start#${step}`;

/** The page of the walkthrough. */
class Walkthrough {
  readonly #host: UiHost;

  constructor(host: UiHost) {
    this.#host = host;
  }

  get #page() {
    return this.#host.page.locator('.gettingStartedContainer');
  }

  /** Waits until the step has its check mark. */
  async untilDone(step: string): Promise<void> {
    await this.#page
      .locator(`[data-done-step-id="${stepId(step)}"].complete`)
      .first()
      .waitFor({ state: 'attached' });
  }

  async done(): Promise<readonly string[]> {
    const marks = this.#page.locator('.getting-started-step [data-done-step-id].complete');
    const ids = await marks.evaluateAll((all) => all.map((one) => one.getAttribute('data-done-step-id') ?? ''));
    return [...new Set(ids.map((id) => id.split('#').at(-1) ?? ''))];
  }

  /** Opens a step, where its picture shows beside it, and presses its button. */
  async press(step: string, button: string): Promise<void> {
    const row = this.#page.locator(`.getting-started-step[data-step-id="${stepId(step)}"]`);
    await row.waitFor();
    if (!(await row.getAttribute('class'))?.includes('expanded')) await row.click();
    await row.getByRole('button', { name: button }).click();
  }

  async show(): Promise<void> {
    await this.#host.tab('Welcome').click();
  }
}

describe('the walkthrough', function () {
  this.timeout(300_000);

  it('leads from nothing to a decision on the sample, each step completing by itself', async () => {
    const host = await startHost({ workspace: null, trust: true });
    const walkthrough = new Walkthrough(host);
    try {
      await host.openContainer('MAM');
      await host.page.getByRole('button', { name: 'Show the Walkthrough' }).first().click();
      await walkthrough.press('open', 'Try It on a Sample');

      // The same window, now on the sample, which nobody trusts yet.
      await walkthrough.untilDone('open');
      assert.deepEqual(await walkthrough.done(), ['open']);
      await host.trustFolder(() => walkthrough.press('trust', 'Manage Trust'));
      await host.page.locator('.monaco-modal-editor-block .codicon-close').first().click();
      await walkthrough.untilDone('trust');
      await walkthrough.untilDone('agents');

      await walkthrough.press('loop', 'Start Loop');
      await host.quickPickRows();
      await host.page.keyboard.press('Enter');
      await walkthrough.untilDone('loop');
      await untilStatus(host, 'Gate open: T-2026-0002', 180_000);
      assert.deepEqual(await walkthrough.done(), ['open', 'trust', 'agents', 'loop']);

      await walkthrough.press('decide', 'Open Approval Packet');
      const packet = host.webview();
      await packet.getByText('Gate: OPEN').waitFor();
      await packet.getByRole('button', { name: /^Approve/ }).click();
      await packet.getByText(/approved [0-9a-f]{7}/).waitFor();
      await walkthrough.show();
      await walkthrough.untilDone('decide');
    } finally {
      await host.stop();
    }
  });
});
