const lines = (...text: readonly string[]): string => `${text.join('\n')}\n`;

const task = (entry: {
  readonly id: string;
  readonly title: string;
  readonly priority: string;
  readonly claims: readonly string[];
  readonly goal: readonly string[];
}): readonly string[] => [
  '',
  `## ${entry.id} - ${entry.title}`,
  '',
  '- Status: ready',
  `- Priority: ${entry.priority}`,
  `- Claims: ${entry.claims.map((claim) => `\`${claim}\``).join(', ')}`,
  '',
  '### Goal',
  '',
  ...entry.goal,
  '',
  '### Validation Commands',
  '',
  '```sh',
  'node --test',
  '```',
];

/** A tiny program with tests and a queue of three tasks, by path. */
export const sampleFiles: Readonly<Record<string, string>> = {
  'README.md': lines(
    '# Sample: small change',
    '',
    'A program that counts change, made to try MAM out. It needs Node 20 or newer and no packages.',
    '',
    '- `src/change.js` splits an amount into coins.',
    '- `test/change.test.js` says what it must do: `node --test` runs it.',
    '- `tasks/queue.md` holds the tasks. `mam start` takes the most urgent one; here the rehearsal agent works on it.',
  ),
  'package.json': lines(
    '{',
    '  "name": "mam-sample",',
    '  "version": "1.0.0",',
    '  "private": true,',
    '  "type": "module",',
    '  "scripts": { "test": "node --test" }',
    '}',
  ),
  '.gitignore': lines('node_modules/'),
  'src/change.js': lines(
    'const coins = [50, 20, 10, 5, 2, 1];',
    '',
    '/** The fewest coins that make up an amount in cents, largest first. */',
    'export function change(amount) {',
    '  const given = [];',
    '  for (const coin of coins) {',
    '    while (amount >= coin) {',
    '      given.push(coin);',
    '      amount -= coin;',
    '    }',
    '  }',
    '  return given;',
    '}',
  ),
  'test/change.test.js': lines(
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    "import { change } from '../src/change.js';",
    '',
    "test('gives the fewest coins', () => {",
    '  assert.deepEqual(change(88), [50, 20, 10, 5, 2, 1]);',
    '});',
    '',
    "test('gives nothing for nothing', () => {",
    '  assert.deepEqual(change(0), []);',
    '});',
  ),
  'tasks/queue.md': lines(
    '# Persistent Task Queue',
    ...task({
      id: 'T-2026-0001',
      title: 'Explain the coins',
      priority: 'P2',
      claims: ['README.md'],
      goal: ['Say in the README which coins there are, and in which order they are given.'],
    }),
    ...task({
      id: 'T-2026-0002',
      title: 'Format amounts',
      priority: 'P0',
      claims: ['src/format.js', 'test/format.test.js'],
      goal: ['Add a module that shows an amount of cents as text, with a test.'],
    }),
    ...task({
      id: 'T-2026-0003',
      title: 'Refuse what is no amount',
      priority: 'P1',
      claims: ['src/change.js', 'test/change.test.js'],
      goal: ['`change` must refuse negative amounts and fractions with a sentence that names the amount.'],
    }),
  ),
};
