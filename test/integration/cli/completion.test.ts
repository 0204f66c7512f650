import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fill } from '../../../src/base/problem.ts';
import { bashCompletion } from '../../../src/cli/completion/bash.ts';
import { fishCompletion } from '../../../src/cli/completion/fish.ts';
import { completedVerbs, type CompletedVerb } from '../../../src/cli/completion/table.ts';
import { zshCompletion } from '../../../src/cli/completion/zsh.ts';
import { awkwardVerb } from '../../builders/awkwardVerb.ts';

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).error === undefined;

/** What a shell says to a script. */
function run(shell: string, args: readonly string[], input: string): string {
  const ran = spawnSync(shell, args, { input, encoding: 'utf8' });
  assert.deepEqual([ran.status, ran.stderr], [0, ''], shell);
  return ran.stdout;
}

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

  // These two shells are not on every machine.
  if (isThere('zsh')) it('is a script that zsh takes', () => void run('zsh', ['-n'], zshCompletion(table)));
  if (isThere('fish'))
    it('is a script that fish takes', () => void run('fish', ['--no-execute'], fishCompletion(table)));
});
