import assert from 'node:assert/strict';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMaker } from './maker.ts';
import type { RepositoryState } from './state.ts';
import { walkThrough, type Row } from './walk.ts';

const page = join(import.meta.dirname, '../../../docs/repositories.md');
const columns = ['Repository', 'Open', 'Prepare', 'Work', 'Review', 'Remove', 'With `--rescue`'];

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/**
 * Takes each state from opening to restoring, and compares what came of it with its line in the docs. MAM_GOLDEN=write
 * writes the lines of this section instead.
 */
export function describeStates(title: string, states: readonly RepositoryState[]): void {
  describe(`repositories: ${title}`, () => {
    const seen = new Map<string, readonly string[]>();
    for (const state of states)
      it(state.name, async function () {
        if (state.asRoot && process.getuid?.() !== 0) return this.skip();
        const folder = await realpath(await mkdtemp(join(tmpdir(), 'mam-state-')));
        try {
          const maker = createMaker(folder);
          seen.set(state.name, lineOf(state, await walkThrough(await state.make(maker), maker)));
        } finally {
          await rm(folder, { recursive: true, force: true, maxRetries: 5 });
        }
        if (process.env['MAM_GOLDEN'] !== 'write')
          assert.deepEqual(
            seen.get(state.name),
            (await sectionOf(title)).find(([cell]) => cell === lineOf(state)[0]),
          );
      });

    it('are all in the docs, and no other', async () => {
      if (process.env['MAM_GOLDEN'] === 'write') await writeSection(title, [...seen.values()]);
      assert.deepEqual(
        (await sectionOf(title)).map(([cell]) => cell),
        states.map((state) => lineOf(state)[0]),
      );
    });
  });
}

const lineOf = ({ name, about }: RepositoryState, row?: Row): readonly string[] => [
  `**${name}**: ${about}`,
  ...(row === undefined ? [] : [row.open, row.prepare, row.write, row.review, row.remove, row.rescue]),
];

async function sectionOf(title: string): Promise<readonly (readonly string[])[]> {
  const text = await readFile(page, 'utf8');
  const [, section = ''] = text.split(`## ${title}\n`);
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map(cellsOf);
}

async function writeSection(title: string, lines: readonly (readonly string[])[]): Promise<void> {
  const text = await readFile(page, 'utf8');
  const rows = [columns, columns.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  const section = `## ${title}\n\n${rows.join('\n')}\n`;
  const parts = text.split(/(?=^## )/m);
  const at = parts.findIndex((part) => part.startsWith(`## ${title}\n`));
  if (at < 0) parts.push(`\n${section}`);
  else parts[at] = at === parts.length - 1 ? section : `${section}\n`;
  await writeFile(page, parts.join(''));
}
