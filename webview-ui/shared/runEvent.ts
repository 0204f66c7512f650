import type { PageCommand } from '../../src/protocol/webview.ts';

export type RunEvent = CustomEvent<readonly [PageCommand, ...string[]]>;

/** Asks the page to run a command of the editor. */
export const runEvent = (name: PageCommand, ...args: readonly string[]): RunEvent =>
  new CustomEvent('mam-run', { detail: [name, ...args], bubbles: true, composed: true });
