import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fill } from '../../../src/base/problem.ts';
import { bashCompletion } from '../../../src/cli/completion/bash.ts';
import { fishCompletion } from '../../../src/cli/completion/fish.ts';
import { completedVerbs, type CompletedVerb } from '../../../src/cli/completion/table.ts';
import { zshCompletion } from '../../../src/cli/completion/zsh.ts';
import { queueText } from '../../builders/queueText.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { awkwardVerb } from '../../builders/awkwardVerb.ts';

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).error === undefined;

/** What a shell says to a script. */
function run(shell: string, args: readonly string[], input: string, cwd = '.'): string {
  const ran = spawnSync(shell, args, { input, encoding: 'utf8', cwd });
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
  ['odd-verb --kind ', ['awkward', 'plain']],
  ['lease re', ['recover', 'renew', 'return']],
  ['approve ', ['T-2026-0001', 'T-2026-0002']],
  ['start --task T-2026-0002 --topology f', ['four-role']],
  // The name of another verb within a text changes nothing.
  ['return T-2026-0001 --comments start --co', ['--comments']],
];

/** What is known of verbs, which a shell tells like `--kind` above; a zsh with a terminal takes seconds for each. */
const quickOffers: typeof offers = [
  ...offers,
  ['completion ', ['bash', 'fish', 'zsh']],
  ['evidence ', ['verify']],
  ['event st', ['started']],
  ['start --runner ', ['dry-run']],
  ['start --agents cl', ['claude', 'cline']],
  ['auto-ship-plan --real-eval ', ['async', 'auto', 'skip']],
  ['odd-verb --word ', []],
];

describe('completion of mam in a shell', () => {
  let table: readonly CompletedVerb[];
  before(async () => {
    table = [...(await completedVerbs(fill)), awkwardVerb];
  });

  /** What bash offers for the last of some words. */
  const offered = (cwd: string, ...words: readonly string[]): readonly string[] => {
    const line = ['mam', ...words].map((word) => `'${word}'`).join(' ');
    const script = `${bashCompletion(table)}
COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _mam; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run('bash', ['--norc', '-s'], script, cwd)
      .split('\n')
      .filter((one) => one !== '');
  };

  const folder = useTempFolder();
  beforeEach(() => {
    spawnSync('git', ['init', '-q', folder()]);
    mkdirSync(join(folder(), 'tasks'));
    mkdirSync(join(folder(), 'start'));
    writeFileSync(
      join(folder(), 'tasks/queue.md'),
      ['T-2026-0001', 'T-2026-0002'].map((id) => queueText({ id })).join('\n'),
    );
  });

  it('is a script that bash takes', () => void run('bash', ['-n'], bashCompletion(table)));
  for (const [line, expected] of quickOffers)
    it(`completes "mam ${line}" in bash`, () =>
      assert.deepEqual(offered(folder(), ...line.split(' ')).toSorted(), expected));
  it('offers files in bash where one is wanted, and nowhere else', () => {
    assert.deepEqual(offered(folder(), 'odd-verb', '--file', 'ta'), ['tasks']);
    assert.deepEqual(offered(folder(), 'odd-verb', 'ta'), ['tasks']);
    assert.deepEqual(offered(folder(), 'merge', 'ta'), []);
  });

  it('takes no verb for a folder of its name in bash', () => {
    const script = `${bashCompletion(table)}\ncomplete -p mam`;
    assert.equal(run('bash', ['--norc', '-s'], script), 'complete -F _mam mam\n');
  });

  const scriptFile = (text: string): string => {
    const file = join(folder(), 'mam completion');
    writeFileSync(file, text);
    return file;
  };
  const lines = (text: string): readonly string[] => text.split('\n').filter((one) => one !== '');

  // These two shells are not on every machine; the tier installs them where it may.
  if (isThere('zsh')) {
    const inZsh = (line: string): readonly string[] =>
      lines(run('zsh', ['-f', asker, scriptFile(zshCompletion(table)), folder(), line], '', folder())).toSorted();

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
        folder(),
      );
      return lines(said)
        .map((one) => one.split('\t')[0] ?? '')
        .toSorted();
    };

    it('is a script that fish takes', () => void run('fish', ['--no-execute', scriptFile(fishCompletion(table))], ''));
    for (const [line, expected] of quickOffers)
      it(`completes "mam ${line}" in fish`, () => assert.deepEqual(inFish(`mam ${line}`), expected));
  }
});
