// What the pages for users say of the program, compared with the program.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readManifest } from '../../scripts/manifest.mjs';
import { verbs } from '../../src/cli/verbs.ts';
import { rules } from '../../src/core/gate/rules/index.ts';
import { settingKeys } from '../../src/protocol/settings.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const forUsers = ['getting-started', 'concepts', 'gates', 'settings', 'recovery', 'security', 'limits'].map(
  (name) => `docs/${name}.md`,
);
const pages = ['README.md', ...globSync('docs/*.md', { cwd: root })];

/** Places that links can lead to, as the services that show Markdown name them. */
const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

const withoutCode = (text: string): string => text.replaceAll(/^(`{3,}).*?^\1`*$/gms, '');

describe('the pages of docs', () => {
  it('link only to what is there', () => {
    const broken = pages.flatMap((page) =>
      [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
        if (/^https?:/.test(target)) return [];
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? page : relative(root, join(root, dirname(page), path));
        if (!existsSync(join(root, file))) return [`${page}: ${target}`];
        return anchor === undefined || anchorsOf(read(file)).has(anchor) ? [] : [`${page}: ${target}`];
      }),
    );
    assert.deepEqual(broken, []);
  });

  it('for users are all linked from the README', () => {
    const readme = read('README.md');
    for (const page of forUsers) assert.ok(readme.includes(`](${page})`), page);
  });

  it('for users name only settings, verbs and commands that there are', () => {
    const english: Record<string, string> = JSON.parse(read('package.nls.json'));
    const titles = new Set(Object.values(english));
    for (const page of ['README.md', ...forUsers]) {
      const text = read(page);
      for (const [, key = ''] of text.matchAll(/`(mam\.(?!db\b)[a-z][\w.]*)`/gi))
        assert.ok(
          settingKeys.some((known) => known === key),
          `${page}: ${key}`,
        );
      for (const [, verb = ''] of text.matchAll(/(?:`|^)mam ([a-z][a-z-]+)/gm))
        assert.ok(Object.hasOwn(verbs, verb), `${page}: mam ${verb}`);
      for (const [, title = ''] of text.matchAll(/_MAM: ([^_]+)_/g)) assert.ok(titles.has(title), `${page}: ${title}`);
    }
  });
});

describe('the page of the gate', () => {
  it('has the rules that there are, in their order', () => {
    const rows = [...read('docs/gates.md').matchAll(/^\| ([A-Z][^|]+?) +\|/gm)].map(([, title]) => title);
    assert.deepEqual(
      rows,
      rules.map(({ title }) => title),
    );
  });
});

describe('the page of limits', () => {
  const text = read('docs/limits.md');
  const manifest = readManifest();

  it('names the oldest VS Code that the manifest allows', () => {
    const [, oldest = ''] = /\^(\d+\.\d+)/.exec(manifest.engines.vscode) ?? [];
    assert.ok(text.includes(`**VS Code** ${oldest} or newer`));
    assert.equal(manifest.capabilities.virtualWorkspaces.supported, false);
  });

  it('names the oldest git that is taken', () => {
    assert.match(read('src/adapters/git/problems.ts'), /Install git 2\.30 or newer/);
    assert.ok(text.includes('**git** 2.30 or newer'));
  });
});
