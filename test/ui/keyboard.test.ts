// The pages by keyboard alone, while the state goes on.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { approvalView } from '../../src/app/views/approvalPacket.ts';
import { boardView } from '../../src/app/views/board.ts';
import { dashboardView } from '../../src/app/views/dashboard.ts';
import { aScene, gateOpenState, reader } from '../builders/scene.ts';
import { startBrowser } from '../hosts/host.ts';
import { until } from '../until.ts';
import { lookAtEveryPage } from './everyPage.ts';
import { openPage, type OpenedPage } from './pageHarness.ts';

/** What has the keyboard, by its name or its words, and whether it is seen: on the screen, and nothing lies over it. */
const focusIn = (page: Page): Promise<{ readonly words: string; readonly seen: boolean; readonly marked: boolean }> =>
  page.evaluate(() => {
    let found = document.activeElement;
    for (let inner = found?.shadowRoot?.activeElement; inner; inner = inner.shadowRoot?.activeElement) found = inner;
    if (found === null || found === document.body) return { words: '', seen: true, marked: true };
    const box = found.getBoundingClientRect();
    const [x, y] = [box.x + Math.min(box.width / 2, 20), box.y + Math.min(box.height / 2, 10)];
    let top = document.elementFromPoint(x, y);
    for (
      let inner = top?.shadowRoot?.elementFromPoint(x, y);
      inner && inner !== top;
      inner = top?.shadowRoot?.elementFromPoint(x, y)
    )
      top = inner;
    let around: Node | null = top;
    while (around !== null && around !== found)
      around = around instanceof ShadowRoot ? around.host : (around.parentNode ?? null);
    const outlined = [found, ...(found.shadowRoot?.querySelectorAll('.base, .wrapper') ?? [])].some((one) => {
      const style = getComputedStyle(one);
      return (
        (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1) || one.matches('input, textarea')
      );
    });
    return {
      words: (found.getAttribute('aria-label') ?? found.textContent ?? '').trim(),
      seen: around === found,
      marked: outlined,
    };
  });

/** Every place that Tab reaches, in order. */
const walk = async (page: Page): Promise<readonly Awaited<ReturnType<typeof focusIn>>[]> => {
  const places = [];
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab');
    const place = await focusIn(page);
    if (place.words === '' && step > 0) break;
    places.push(place);
  }
  return places;
};

describe('the pages by keyboard', function () {
  this.timeout(300_000);
  let browser: Browser;

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());

  const sizes = {
    'a window of its own': [1100, 760],
    '200 % zoom of a small window': [550, 380],
    'the narrowest tab': [320, 480],
  } as const;
  for (const [name, [width, height]] of Object.entries(sizes)) {
    it(`are walked by Tab, each place seen and marked, in ${name}`, async () => {
      const found = await lookAtEveryPage({ browser, theme: 'contrast', width, height }, async ({ page }) => {
        const places = await walk(page);
        return places.filter(({ seen, marked }) => !seen || !marked).map((place) => JSON.stringify(place));
      });
      assert.deepEqual(found, []);
    });
  }

  describe('while the state goes on', () => {
    let opened: OpenedPage;
    afterEach(() => opened.close());
    const packet = (change = {}) => approvalView(reader(), aScene(gateOpenState(change)), 'run-1');
    const decision = { kind: 'approved', by: 'editor', at: '2026-05-04T14:04:00Z', head: 'a', merged: false };
    const words = async (): Promise<string> => (await focusIn(opened.page)).words;

    it('keep what is being typed, and where', async () => {
      opened = await openPage({ browser, page: 'approval', model: packet() });
      await opened.page.keyboard.press('r');
      await opened.page.getByRole('textbox').waitFor();
      await opened.page.keyboard.type('Please them');
      for (let step = 0; step < 4; step++) await opened.page.keyboard.press('ArrowLeft');
      await opened.render(packet({ verdicts: [] }));
      await opened.page.getByRole('status').getByText('has given no verdict').waitFor();
      await opened.page.keyboard.type('rename ');
      assert.equal(await opened.page.getByRole('textbox').inputValue(), 'Please rename them');
    });

    it('lead back to the button that opened a box', async () => {
      opened = await openPage({ browser, page: 'approval', model: packet() });
      await opened.page.getByRole('button', { name: /^Return/ }).focus();
      await opened.page.keyboard.press('Enter');
      await opened.page.getByRole('textbox').waitFor();
      await opened.page.getByRole('button', { name: 'Cancel' }).focus();
      await opened.page.keyboard.press('Enter');
      await until('the way back', async () => (await words()).startsWith('Return'));
    });

    it('go to the heading when what had the keyboard is gone', async () => {
      opened = await openPage({ browser, page: 'approval', model: packet() });
      await opened.page.getByRole('button', { name: /^Approve/ }).focus();
      await opened.render(packet({ phase: 'ended', decision }));
      await until('the heading', async () => (await words()).startsWith('T-2026-0014'));
    });

    it('leave the keyboard where it is when it is elsewhere', async () => {
      opened = await openPage({ browser, page: 'approval', model: packet() });
      await opened.render(packet({ phase: 'ended', decision }));
      await opened.page.getByText('editor approved').waitFor();
      assert.equal(await words(), '');
    });

    it('keep a button, and let a card take the keyboard along to another column', async () => {
      const model = dashboardView(reader(), aScene(gateOpenState()), '', 'board');
      opened = await openPage({ browser, page: 'dashboard', model });
      await opened.page.getByRole('button', { name: 'Export…' }).focus();
      await opened.render({ ...model, seq: model.seq + 1, base: 'main 1234567' });
      await opened.page.getByText('1234567').waitFor();
      assert.match(await words(), /^Export/);
      const card = opened.page.getByRole('button', { name: /^T-2026-0014/ });
      await card.focus();
      const before = boardView(reader(), gateOpenState());
      const cards = before.flatMap((column) => column.cards);
      const last = before.length - 1;
      const columns = before.map((column, index) => ({ ...column, cards: index === last ? cards : [] }));
      await opened.render({ ...model, part: { tab: 'board', columns }, seq: model.seq + 2 });
      await opened.page
        .getByRole('region', { name: columns[last]?.title ?? '' })
        .getByText('T-2026-0014', { exact: true })
        .waitFor();
      await until('its card', async () => (await words()).startsWith('T-2026-0014'));
    });
  });
});
