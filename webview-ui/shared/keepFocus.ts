/** How many places are remembered: enough to come back out of a box within a page. */
const most = 8;

/** What has the keyboard, also inside of components; null where nothing of the page has it. */
const focused = (): HTMLElement | null => {
  let found = document.activeElement;
  for (let inner = found?.shadowRoot?.activeElement; inner; inner = inner.shadowRoot?.activeElement) found = inner;
  return found instanceof HTMLElement && found !== document.body ? found : null;
};

/**
 * Keeps the keyboard in the page. What has it can go with the next snapshot; then it goes back to where it was before, as
 * far as that is still there, else to the page's heading, where a screen reader reads on.
 */
export class FocusKeeper {
  readonly #before: HTMLElement[] = [];
  #last: HTMLElement | null = null;

  /** To be called before the page is drawn. */
  note(): void {
    this.#last = focused();
    // The editor beside it may have the keyboard by now.
    if (!document.hasFocus()) return;
    if (this.#last === null || this.#last === this.#before.at(-1)) return;
    this.#before.push(this.#last);
    if (this.#before.length > most) this.#before.shift();
  }

  /** To be called when it has been drawn, with all of its parts. */
  restore(heading: HTMLElement | null): void {
    // The editor beside it may have the keyboard by now.
    if (!document.hasFocus()) return;
    if (this.#last === null || this.#last.isConnected || focused() !== null) return;
    const back = this.#before.findLast((one) => one.isConnected && one.checkVisibility() && one.tabIndex >= 0);
    (back ?? heading)?.focus();
  }
}
