// axe looks at a page as it is drawn, also inside of its components.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright-core';

interface Found {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

interface Results {
  readonly violations: readonly Found[];
  readonly incomplete: readonly Found[];
}

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Everything that axe knows to look for, its advice beyond the guidelines too; or what alone hangs on the theme. */
const rules = {
  all: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  'color-contrast': { runOnly: ['color-contrast'] },
};

/**
 * What it can't measure, and why that is no matter: the inside of a button lies below its content, whose colours are the
 * theme's own pair; one letter in a frame has the colour of the button that it stands in.
 */
const unmeasured = /^color-contrast: (?:<div part="base"|<kbd )/;

/** What axe finds, and what it could not tell: that is no pass. */
export const axeFinds = async (
  page: Page | Frame,
  rule: 'all' | 'color-contrast' = 'all',
): Promise<readonly string[]> => {
  const results: Results = await page.evaluate(`${source};axe.run(document, ${JSON.stringify(rules[rule])})`);
  const words = ({ id, nodes }: Found): readonly string[] =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} (${failureSummary.replaceAll(/\s+/g, ' ')})`);
  const unsure = results.incomplete.flatMap(words).filter((one) => !unmeasured.test(one));
  return [...results.violations.flatMap(words), ...unsure];
};
