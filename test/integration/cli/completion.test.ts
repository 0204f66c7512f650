import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fill } from '../../../src/base/problem.ts';
import { bashCompletion } from '../../../src/cli/completion/bash.ts';
import { fishCompletion } from '../../../src/cli/completion/fish.ts';
import { completedVerbs, type CompletedVerb } from '../../../src/cli/completion/table.ts';
import { zshCompletion } from '../../../src/cli/completion/zsh.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { awkwardVerb } from '../../builders/awkwardVerb.ts';

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).error === undefined;

/** What a shell says to a script. */
function run(shell: string, args: readonly string[], input: string): string {
  const ran = spawnSync(shell, args, { input, encoding: 'utf8' });
  assert.deepEqual([ran.status, ran.stderr], [0, ''], shell);
  return ran.stdout;
}

const asker = join(import.meta.dirname, '../../fixtures/completeInZsh.zsh');

/** What stands behind `mam`, and what is offered where it ends, sorted. */
const offers: readonly (readonly [string, readonly string[]])[] = [
  ['sta', ['start', 'status']],
  ['he', ['heartbeat', 'help']],
  ['help over', ['overlap-preflight']],
  ['gate --al', ['--allow-check']],
  ['gate T-2026-0001 --', ['--allow-check', '--claims', '--help', '--json']],
  ['odd-verb --pl', ['--plain']],
];

describe('completion of mam in a shell', () => {
  let table: readonly CompletedVerb[];
  before(async () => {
    table = [...(await completedVerbs(fill)), awkwardVerb];
  });

  /** What bash offers for the last of some words. */
  const offered = (...words: readonly string[]): readonly string[] => {
    const line = ['mam', ...words].map((word) => `'${word}'`).join(' ');
    const script = `${bashCompletion(table)}
COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _mam; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run('bash', ['--norc', '-s'], script)
      .split('\n')
      .filter((one) => one !== '');
  };

  it('is a script that bash takes, and offers what fits', () => {
    run('bash', ['-n'], bashCompletion(table));
    assert.deepEqual(offered('sta'), ['start', 'status']);
    assert.deepEqual(offered('odd-verb', '--'), ['--plain', '--file', '--word']);
    assert.deepEqual(offered('odd-verb', '--pl'), ['--plain']);
    assert.deepEqual(offered('help', 'over'), ['overlap-preflight']);
    assert.deepEqual(offered('odd-verb', '--word', ''), []);
    assert.deepEqual(offered('odd-verb', '--file', 'package.j'), ['package.json']);
    assert.ok(offered('').includes('help'));
  });

  const folder = useTempFolder();
  const scriptFile = (text: string): string => {
    const file = join(folder(), 'mam completion');
    writeFileSync(file, text);
    return file;
  };
  const lines = (text: string): readonly string[] => text.split('\n').filter((one) => one !== '');

  // These two shells are not on every machine; the tier installs them where it may.
  if (isThere('zsh')) {
    const inZsh = (line: string): readonly string[] =>
      lines(run('zsh', ['-f', asker, scriptFile(zshCompletion(table)), folder(), line], '')).toSorted();

    it('is a script that zsh takes', () => void run('zsh', ['-n'], zshCompletion(table)));
    for (const [line, expected] of offers)
      it(`completes "mam ${line}" in zsh`, () => assert.deepEqual(inZsh(`mam ${line}`), expected));
  }
  if (isThere('fish')) {
    const inFish = (line: string): readonly string[] => {
      const said = run(
        'fish',
        ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', scriptFile(fishCompletion(table)), line],
        '',
      );
      return lines(said)
        .map((one) => one.split('\t')[0] ?? '')
        .toSorted();
    };

    it('is a script that fish takes', () => void run('fish', ['--no-execute', scriptFile(fishCompletion(table))], ''));
    for (const [line, expected] of offers)
      it(`completes "mam ${line}" in fish`, () => assert.deepEqual(inFish(`mam ${line}`), expected));
  }
});
