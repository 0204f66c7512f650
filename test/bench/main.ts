import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { holds, type Bench, type Row } from './bench.ts';

// `npm run bench [NAME …] [--update]`: measures, prints a table, and exits 1 when a bar is missed or docs/benchmarks.md
// lists other rows or bars than were measured. `--update` writes that page.

const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/benchmarks.md');
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const update = process.argv.includes('--update');

const figure = (row: Row): string =>
  `${row.value.toFixed(row.unit === 'count' || row.unit === 'kB' ? 0 : row.value < 10 ? 2 : 1)} ${row.unit}`;
const limit = (row: Row): string => (row.bar === undefined ? '' : `≤ ${row.bar} ${row.unit}`);
const line = (bench: string, row: Row): string =>
  `| ${bench} | ${row.label} | ${figure(row)} | ${limit(row)} | ${holds(row) ? 'yes' : 'NO'} |`;
/** What of a line doesn't change from run to run. */
const fixed = (text: string): string =>
  text
    .split('|')
    .filter((_, i) => i === 1 || i === 2 || i === 4)
    .map((cell) => cell.trim())
    .join(' | ');

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const measured: { readonly bench: string; readonly rows: readonly Row[] }[] = [];
for (const file of globSync('*.bench.ts', { cwd: import.meta.dirname }).toSorted()) {
  const loaded: { readonly benches: readonly Bench[] } = await import(
    pathToFileURL(join(import.meta.dirname, file)).href
  );
  for (const bench of loaded.benches) {
    if (wanted.length > 0 && !wanted.some((name) => bench.name.includes(name))) continue;
    process.stderr.write(`measuring ${bench.name} …\n`);
    const rows = await bench.run();
    measured.push({ bench: bench.name, rows });
    for (const row of rows) say(line(bench.name, row));
  }
}

const lines = measured.flatMap(({ bench, rows }) => rows.map((row) => line(bench, row)));
/** Rows of benches that were not measured this time stay as they are. */
const others = (): readonly string[] =>
  existsSync(page)
    ? readFileSync(page, 'utf8')
        .split('\n')
        .filter((text) => text.startsWith('| '))
        .slice(1)
        .filter((text) => !text.startsWith('| -') && !measured.some((one) => one.bench === text.split('|')[1]?.trim()))
    : [];
if (update) {
  const head =
    '# Benchmarks\n\n`npm run bench` measures these on your machine; `npm run bench -- --update` writes this page. Ratios compare two things in one run; a bar is the most that a figure may be. Where a process takes long to start, two bars can’t hold: a Node that does nothing is above that of `mam event` against the mqtt library, and a shell that does nothing above that of its hook.\n\n| bench | figure | measured | bar | holds |\n|---|---|---|---|---|\n';
  writeFileSync(page, `${head}${[...(wanted.length === 0 ? [] : others()), ...lines].join('\n')}\n`);
}
const missed = measured.flatMap(({ rows }) => rows).filter((row) => !holds(row));
const listed = existsSync(page)
  ? readFileSync(page, 'utf8')
      .split('\n')
      .filter((text) => text.startsWith('| '))
      .slice(1)
      .map(fixed)
  : [];
const unlisted = lines.map(fixed).filter((text) => !listed.includes(text));
for (const text of unlisted) say(`docs/benchmarks.md does not list: ${text}`);
say(`${lines.length} figures, ${missed.length} over their bar`);
process.exit(missed.length > 0 || unlisted.length > 0 ? 1 : 0);
