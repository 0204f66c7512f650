/** One kind of thing that is not to be seen: what an audit calls it, and how it is taken out of a text. */
export interface Rule {
  readonly finding: string;
  /** Gives the text back unchanged, and only then, when it holds nothing of the kind. */
  readonly apply: (text: string) => string;
}

/** What is taken out can lay something else bare. Real texts settle in two passes. */
const mostPasses = 12;

/**
 * Applies rules until none of them changes anything: so an audit by the same rules finds nothing, and doing it twice
 * changes nothing more. A text made so that it never settles is given up for `instead`.
 */
export function settle(text: string, rules: readonly Rule[], instead: string): string {
  let now = text;
  for (let pass = 0; pass < mostPasses; pass++) {
    const before = now;
    let isSettled = true;
    for (const { apply } of rules) {
      const next = apply(now);
      if (next !== now) isSettled = false;
      now = next;
    }
    if (isSettled) return before;
  }
  return findings(instead, rules).length === 0 ? instead : '';
}

/** What an audit finds, each kind once. */
export const findings = (text: string, rules: readonly Rule[]): readonly string[] => [
  ...new Set(rules.filter(({ apply }) => apply(text) !== text).map(({ finding }) => finding)),
];
