import type { SharedChange, SharedFact } from './types.ts';

const keyOf = ({ kind, name }: Pick<SharedFact, 'kind' | 'name'>): string => `${kind} ${name}`;

/** What differs between two looks, in the order of the newer one, what is gone last. */
export function compareShared(before: readonly SharedFact[], after: readonly SharedFact[]): readonly SharedChange[] {
  const marks = new Map(before.map((fact) => [keyOf(fact), fact.mark]));
  const names = new Set(after.map(keyOf));
  const standing = new Set([...before, ...after].flatMap(branchOf));
  const changeOf = ({ kind, name }: SharedFact, to: string | null): SharedChange => ({
    kind,
    name,
    from: marks.get(keyOf({ kind, name })) ?? null,
    to,
    usual: isUsual(kind, name, standing),
  });
  return [
    ...after.filter((fact) => marks.get(keyOf(fact)) !== fact.mark).map((fact) => changeOf(fact, fact.mark)),
    ...before.filter((fact) => !names.has(keyOf(fact))).map((fact) => changeOf(fact, null)),
  ];
}

/** The branch that a checkout stands on. */
const branchOf = ({ kind, name, mark }: SharedFact): readonly string[] =>
  (kind === 'checkout' && name === 'HEAD') || kind === 'worktrees' ? [mark] : [];

/**
 * Whether a person's own work changes it: the main checkout and its branch, branches of other checkouts, what a fetch
 * brings, and what git and editors note of a branch.
 */
function isUsual(kind: SharedChange['kind'], name: string, standing: ReadonlySet<string>): boolean {
  switch (kind) {
    case 'checkout':
    case 'worktrees':
      return true;
    case 'refs':
      return standing.has(name) || /^refs\/(?:remotes|tags)\//.test(name);
    case 'config':
      return name.startsWith('branch.');
    case 'hooks':
    case 'stash':
      return false;
  }
}
