/** The plan that a task's text links to first, below the repository's root; null when it links to none. */
export function linkedPlan(body: string): string | null {
  for (const [, target = ''] of body.matchAll(/\]\(\s*<?([^()\s<>]+)/g)) {
    const [, path] = /^(?:\.\.?\/)?(docs\/plans\/[^#?]+)/.exec(target) ?? [];
    if (path !== undefined) return isBelow(path) ? path : null;
  }
  return null;
}

const isBelow = (path: string): boolean => !path.split('/').some((part) => part === '..' || part === '');

/** Of the names of `docs/plans`, the first in order that has the task's id in it; null for none. */
export const planNamed = (task: string, names: readonly string[]): string | null =>
  names.filter((name) => name.endsWith('.md') && name.includes(task)).toSorted()[0] ?? null;
