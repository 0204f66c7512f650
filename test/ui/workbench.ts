// Page objects of one VS Code window. The selectors are those that hold in both hosts.
import type { FrameLocator, Locator, Page } from 'playwright-core';

const EXTENSION = 'multi-agent-mux.mam';
const input = '.quick-input-widget:visible input[type="text"], .quick-input-widget:visible input.input';

export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Runs a command by its full title, `Category: Title`, and waits until the palette has closed or asks something else. */
  async runCommand(title: string): Promise<void> {
    await this.#openPalette();
    await this.page.locator(input).first().fill(`>${title}`);
    const row = this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: title }).first();
    await row.click();
    await row.waitFor({ state: 'hidden' });
  }

  /** F1 is lost while a webview has the focus or before the key bindings are loaded. */
  async #openPalette(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.page.keyboard.press('F1');
      try {
        await this.page.locator(input).first().waitFor({ timeout: 3000 });
        return;
      } catch (error) {
        if (attempt === 5) throw error;
        await this.page.locator('.monaco-workbench').focus();
      }
    }
  }

  /** The rows of an open quick pick, as read by a screen reader. */
  async quickPickRows(): Promise<string[]> {
    await this.page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    return labels(this.page.locator('.quick-input-list .monaco-list-row'));
  }

  async pick(text: string): Promise<void> {
    const row = this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text }).first();
    await row.click();
    await row.waitFor({ state: 'hidden' });
  }

  async answerInput(text: string): Promise<void> {
    await this.page.locator(input).first().fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** One step of several: typed only once its number is shown, so that no answer goes to the step before. */
  async answerStep(step: number, text: string): Promise<void> {
    await this.page.locator('.quick-input-widget:visible .quick-input-title').getByText(`(${step}/`).waitFor();
    await this.answerInput(text);
  }

  /** Shows a view container of the activity bar. */
  async openContainer(name: string): Promise<void> {
    const tab = this.page.getByRole('tab', { name }).first();
    await tab.waitFor();
    if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.locator('a').first().click();
  }

  tree(viewName: string): Tree {
    return new Tree(this.page, viewName);
  }

  /** Chooses from the menu of what is there: one that has only just come up takes no click. */
  async chooseFromMenu(of: Locator, title: string): Promise<void> {
    await of.click({ button: 'right' });
    const item = this.page.getByRole('menuitem', { name: title });
    for (let attempt = 1; ; attempt++) {
      await item.click();
      try {
        await item.waitFor({ state: 'hidden', timeout: 2000 });
        return;
      } catch (error) {
        if (attempt === 5) throw error;
      }
    }
  }

  /** A status bar item of the extension; `id` is the one given to createStatusBarItem. */
  statusBarItem(id: string, extension: string = EXTENSION): StatusBarItem {
    return new StatusBarItem(this.page.locator(`[id="${extension}.${id}"]`));
  }

  /** The contents of the webview that is in front; those behind other tabs keep running, but are not looked at. */
  webview(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready:visible').frameLocator('#active-frame');
  }

  /** Clicks the status bar item and waits for the tab that it opens. */
  async openByStatusBar(id: string, tab: string): Promise<void> {
    await this.statusBarItem(id).click();
    await this.tab(tab).waitFor();
  }

  /** A tab of the editor area by the start of its label. */
  tab(start: string): Locator {
    return this.page.locator('.tabs-container .tab').filter({ hasText: start }).first();
  }

  async notifications(): Promise<string[]> {
    return (await this.page.locator('.notification-list-item-message').allInnerTexts()).map((text) => text.trim());
  }

  async waitForNotification(text: string): Promise<void> {
    await this.page.locator('.notification-list-item-message', { hasText: text }).first().waitFor();
  }

  async pressNotificationButton(text: string, button: string): Promise<void> {
    const item = this.page.locator('.notification-list-item', { hasText: text }).first();
    await item.getByRole('button', { name: button }).click();
  }

  /** Trusts the folder on the page that `manage` opens: a window that is still being set up closes or redraws it once more. */
  async trustFolder(manage: () => Promise<void>): Promise<void> {
    const trust = this.page.getByRole('button', { name: 'Trust', exact: true });
    for (let attempt = 1; ; attempt++) {
      if (!(await trust.isVisible())) await manage();
      try {
        await trust.click({ timeout: 10_000 });
        return await this.page.getByText('You trust this folder').first().waitFor({ timeout: 10_000 });
      } catch (error) {
        if (attempt === 5) throw error;
      }
    }
  }

  /** The modal dialog, such as the one that asks for trust. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }
}

class Tree {
  readonly #page: Page;
  readonly #viewName: string;

  constructor(page: Page, viewName: string) {
    this.#page = page;
    this.#viewName = viewName;
  }

  get #rows(): Locator {
    return this.#page.getByRole('tree', { name: this.#viewName }).getByRole('treeitem');
  }

  /** Label and description are both part of a row's text. */
  row(start: string): Locator {
    return this.#rows.filter({ hasText: start }).first();
  }

  /** Shows what lies below a row that is closed. */
  async expand(start: string): Promise<void> {
    await this.row(start).locator('.monaco-tl-twistie').click();
  }

  async rows(): Promise<string[]> {
    await this.#rows.first().waitFor();
    return labels(this.#rows);
  }
}

class StatusBarItem {
  readonly locator: Locator;

  constructor(locator: Locator) {
    this.locator = locator;
  }

  /** The item of an extension that starts after the window appears some seconds after the explorer. */
  async text(): Promise<string> {
    await this.locator.waitFor();
    return (await this.locator.innerText()).trim();
  }

  async aria(): Promise<string> {
    await this.locator.waitFor();
    const label = await this.locator.locator('[aria-label]').first().getAttribute('aria-label');
    return label ?? '';
  }

  async click(): Promise<void> {
    await this.locator.locator('a').first().click();
  }
}

function labels(rows: Locator): Promise<string[]> {
  return rows.evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label')?.trim() ?? ''));
}
