// A moment of the editor as pictures for docs/images, in each theme. MAM_PICTURES=write writes them.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import type { UiHost } from './fixture.ts';
import { readPng, shrinkPng } from './smallPng.ts';

const images = join(import.meta.dirname, '../../docs/images');
const size = { width: 1400, height: 800 };
const mostBytes = 60_000;

/** What a theme is called in settings, and in the classes of the workbench and of what is within a webview. */
const themes = {
  light: { title: 'Default Light Modern', workbench: 'vs', page: 'vscode-light' },
  dark: { title: 'Default Dark Modern', workbench: 'vs-dark', page: 'vscode-dark' },
  contrast: { title: 'Default High Contrast', workbench: 'hc-black', page: 'vscode-high-contrast' },
};

export class Photographer {
  readonly #host: UiHost;
  readonly #settings: Readonly<Record<string, unknown>>;

  constructor(host: UiHost, settings: Readonly<Record<string, unknown>>) {
    this.#host = host;
    this.#settings = settings;
  }

  /** As on a small screen. */
  async shrinkWindow(): Promise<void> {
    await this.#host.page.setViewportSize(size);
  }

  /** So that its rows can be read. */
  async widenSidebar(): Promise<void> {
    const { page } = this.#host;
    const box = await page.locator('.part.sidebar').boundingBox();
    assert.ok(box !== null);
    const [x, y] = [box.x + box.width, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(500, y, { steps: 5 });
    await page.mouse.up();
  }

  /** Takes what is shown, `frame` being the page in it, if there is one. */
  async take(name: string, frame: FrameLocator | null): Promise<void> {
    for (const [theme, { title, workbench, page }] of Object.entries(themes)) {
      this.#host.setSettings({ ...this.#settings, 'workbench.colorTheme': title });
      await this.#host.page.locator(`.monaco-workbench.${workbench}`).waitFor();
      await frame?.locator(`body.${page}`).waitFor();
      // Icons are letters of a font, which may come after the text.
      await frame?.locator('body').evaluate(() => document.fonts.ready.then(() => undefined));
      // Out of the way, so that no tooltip hides what is shown.
      await this.#host.page.mouse.move(900, size.height - 10);
      const taken = await this.#host.page.screenshot({ animations: 'disabled' });
      const { width, height, colours } = readPng(taken);
      assert.deepEqual({ width, height }, size);
      assert.ok(new Set(colours).size > 50, `${name} in ${theme} shows nothing`);
      const small = shrinkPng(taken);
      assert.ok(small.length <= mostBytes, `${name} in ${theme} has ${small.length} bytes`);
      if (process.env['MAM_PICTURES'] === 'write') writeFileSync(join(images, `${name}-${theme}.png`), small);
    }
  }
}
