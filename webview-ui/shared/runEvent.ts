/** Asks the page to run a command of the editor. */
export const runEvent = (name: string, ...args: readonly string[]): CustomEvent<readonly [string, ...string[]]> =>
  new CustomEvent('mam-run', { detail: [name, ...args], bubbles: true, composed: true });
