/** The plan that a task's text links to first, below the repository's root; null when it links to none. */
export const linkedPlan = (body: string): string | null => planLink(body)?.path ?? null;

/** The same, with where the link begins in the text. */
export function planLink(body: string): { readonly path: string; readonly offset: number } | null {
  for (const { 1: target = '', index: offset } of body.matchAll(/\]\(\s*<?([^()\s<>]+)/g)) {
    const [, path] = /^(?:\.\.?\/)?(docs\/plans\/[^#?]+)/.exec(target) ?? [];
    if (path !== undefined) return isBelow(path) ? { path, offset } : null;
  }
  return null;
}

const isBelow = (path: string): boolean => !path.split('/').some((part) => part === '..' || part === '');

/** Of the names of `docs/plans`, the first in order that has the task's id in it; null for none. */
export const planNamed = (task: string, names: readonly string[]): string | null =>
  names.filter((name) => name.endsWith('.md') && name.includes(task)).toSorted()[0] ?? null;
