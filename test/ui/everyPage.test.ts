import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../hosts/host.ts';
import { axeFinds } from './axe.ts';
import { lookAtEveryPage } from './everyPage.ts';
import type { OpenedPage } from './pageHarness.ts';
import { themeNames } from './themes.ts';

/** All of it in one theme, and in the others what hangs on colours. */
const inEveryTheme = async ({ page, wear }: OpenedPage): Promise<readonly string[]> => {
  const found = [...(await axeFinds(page))];
  for (const theme of themeNames) {
    await wear(theme);
    found.push(...(await axeFinds(page, 'color-contrast')).map((words) => `${theme}: ${words}`));
  }
  return found;
};

describe('every page', function () {
  this.timeout(300_000);
  let browser: Browser;

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());

  it('has nothing that axe finds, in light, dark and high contrast', async () => {
    assert.deepEqual(await lookAtEveryPage({ browser }, inEveryTheme), []);
  });

  it('has nothing that axe finds in Korean, and none is left out', async () => {
    const built = readdirSync(join(import.meta.dirname, '../../dist/webview')).filter((name) => name.endsWith('.js'));
    const seen = new Set<string>();
    const found = await lookAtEveryPage({ browser, language: 'ko' }, ({ page }, state) => {
      seen.add(`${state.page}.js`);
      return axeFinds(page);
    });
    assert.deepEqual(found, []);
    assert.deepEqual([...seen].toSorted(), built.toSorted());
  });
});
