/** A folder as it may be shown and stored: relative to the control root, and of one that lies elsewhere only its name. */
export function shownPath(root: string, path: string): string {
  const [from, to] = [root, path].map((one) => one.replaceAll('\\', '/').replace(/\/$/, ''));
  if (from === undefined || to === undefined || from === to) return '.';
  return to.startsWith(`${from}/`) ? to.slice(from.length + 1) : `…/${to.slice(to.lastIndexOf('/') + 1)}`;
}
