/**
 * A folder as it may be shown and stored: relative to the control root, also a worktree that MAM made beside it, and of
 * one that lies elsewhere only its name: what is around it is nobody's business.
 */
export function shownPath(root: string, path: string): string {
  const [from, to] = [root, path].map((one) => one.replaceAll('\\', '/').replace(/\/$/, ''));
  if (from === undefined || to === undefined || from === to) return '.';
  const beside = from.slice(0, from.lastIndexOf('/') + 1);
  const [issue, name, ...more] = to.startsWith(beside) ? to.slice(beside.length).split('/') : [];
  // All of them are named like the repository.
  if (/^\d+-/.test(issue ?? '') && name === from.slice(beside.length) && more.length === 0)
    return `../${issue}/${name}`;
  return to.startsWith(`${from}/`) ? to.slice(from.length + 1) : `…/${to.slice(to.lastIndexOf('/') + 1)}`;
}
