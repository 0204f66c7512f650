// That every page of ours fits, has its borders and rests, for those who need it so.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../hosts/host.ts';
import { elementsOf, lookAtEveryPage } from './everyPage.ts';

/** Half the width of a usual window, as at 200 % zoom, and the narrowest that must do. */
const sizes = { '200 % zoom': [550, 380], '320 pixels': [320, 480] } as const;

/** What a person could not read without scrolling sideways, or not at all. */
const cutIn = async (page: Page): Promise<readonly string[]> =>
  (await elementsOf(page)).evaluate((all) => {
    const wide = document.documentElement.scrollWidth - window.innerWidth;
    const cut = all.filter((one) => {
      if (!(one instanceof HTMLElement) || one.matches('.reader') || !one.checkVisibility()) return false;
      const { overflowX, textOverflow } = getComputedStyle(one);
      // An ellipsis says that there is more; the row that it stands in shows all of it when it is opened.
      const hidden = (overflowX === 'hidden' || overflowX === 'clip') && textOverflow !== 'ellipsis';
      return hidden && one.scrollWidth > one.clientWidth + 1 && (one.textContent ?? '').trim() !== '';
    });
    return [
      ...(wide > 0 ? [`${wide} px wider than the tab`] : []),
      ...cut.map((one) => `cut: ${one.localName}.${one.className}: ${(one.textContent ?? '').trim()}`),
    ];
  });

const withoutBorder = async (page: Page): Promise<readonly string[]> =>
  (await elementsOf(page)).evaluate((all) =>
    all
      .filter((one) => one.matches('.card, .decision, .reason, .banner, vscode-button, select'))
      .filter((one) => {
        const parts = [one, ...(one.shadowRoot?.querySelectorAll('.base') ?? [])];
        return !parts.some((part) => {
          const { borderLeftWidth, borderLeftStyle, borderLeftColor } = getComputedStyle(part);
          const isDrawn = borderLeftStyle !== 'none' && Number.parseFloat(borderLeftWidth) >= 1;
          return isDrawn && borderLeftColor !== 'rgba(0, 0, 0, 0)';
        });
      })
      .map((one) => `no border: ${one.localName}.${one.className}`),
  );

const motionIn = async (page: Page): Promise<readonly string[]> =>
  (await elementsOf(page)).evaluate((all) =>
    all.filter((one) => one.getAnimations().length > 0).map((one) => `moves: ${one.localName}.${one.className}`),
  );

describe('the layout of every page', function () {
  this.timeout(300_000);
  let browser: Browser;

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());

  for (const language of ['en', 'ko'] as const) {
    for (const [name, [width, height]] of Object.entries(sizes)) {
      it(`has nothing cut and nothing to scroll sideways at ${name}, in ${language}`, async () => {
        const look = { browser, language, width, height, theme: 'contrast' } as const;
        assert.deepEqual(await lookAtEveryPage(look, ({ page }) => cutIn(page)), []);
      });
    }
  }

  it('has borders in high contrast around what is apart by its background elsewhere', async () => {
    for (const theme of ['contrast', 'contrast-light'] as const)
      assert.deepEqual(await lookAtEveryPage({ browser, theme }, ({ page }) => withoutBorder(page)), []);
  });

  it('moves nothing for a person who wants no motion', async () => {
    assert.deepEqual(await lookAtEveryPage({ browser, still: true }, ({ page }) => motionIn(page)), []);
  });
});
