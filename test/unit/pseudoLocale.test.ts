// Which words of the sources reach the screen without a translation. The models of trees and pages are looked at in
// l10n.test.ts; here are the places around them: the manifest, the templates of the pages, and what the editor is handed.
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readManifest } from '../../scripts/manifest.mjs';
import { createTranslate } from '../../src/cli/translate.ts';
import { gluedTemplates, templateWords } from '../builders/templateWords.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Names that are the same in every language. */
const names = new Set(['Multi-Agent Mux', 'MAM']);
/** What a person could type, the same in every language. */
const examples = new Set(['src/fetch.ts, test/fetch/**', 'npm test; git diff --check', 'feature/login']);
const hasWords = (text: string): boolean => !names.has(text) && /\p{L}{2}/u.test(text);

describe('the manifest in another language', () => {
  it('has no words of its own', () => {
    const shown = new Set([
      'title',
      'name',
      'contents',
      'description',
      'markdownDescription',
      'label',
      'altText',
      'category',
      'displayName',
      'userDescription',
    ]);
    const left: string[] = [];
    const look = (value: unknown, key: string): void => {
      if (typeof value === 'string' && shown.has(key) && hasWords(value) && !/^%[\w.-]+%$/.test(value))
        left.push(value);
      if (typeof value !== 'object' || value === null) return;
      for (const [name, inner] of Object.entries(value)) look(inner, Array.isArray(value) ? key : name);
    };
    const { configuration, languageModelTools, chatParticipants, ...rest } = readManifest().contributes;
    look(rest, '');
    // Names that are typed, and what only models read, are the same in every language.
    for (const { name: _, inputSchema: __, ...tool } of languageModelTools ?? []) look(tool, '');
    for (const { name: _, commands = [], ...chat } of chatParticipants ?? []) {
      look(chat, '');
      for (const { name: __, ...typed } of commands) look(typed, '');
    }
    for (const { title, properties } of configuration) {
      look(title, 'title');
      for (const { markdownDescription, markdownEnumDescriptions } of Object.values<Record<string, unknown>>(
        properties,
      )) {
        look(markdownDescription, 'markdownDescription');
        look(markdownEnumDescriptions, 'description');
      }
    }
    assert.deepEqual(left, []);
  });
});

describe('the pages in another language', () => {
  const files = globSync('webview-ui/**/*.ts', { cwd: root });

  it('get every word from the host', () => {
    const left = files.flatMap((file) =>
      templateWords(read(file))
        .filter(hasWords)
        .map((words) => `${file}: ${words}`),
    );
    assert.deepEqual(left, []);
    assert.ok(files.flatMap((file) => gluedTemplates(read(file))).length > 20, 'hardly a template was found');
  });

  it('would be found out: in text and in what is read aloud, not in what nobody sees', () => {
    const page = (inside: string): string => `return html\`${inside}\`;`;
    assert.deepEqual(templateWords(page('<p class="quiet">${words} left here</p>')), ['left here']);
    assert.deepEqual(templateWords(page('<button aria-label="Close it" @click=${() => this.close()}></button>')), [
      'Close it',
    ]);
    assert.deepEqual(templateWords(page('${list.map((one) => html`<li>${one} days</li>`)}')), ['days']);
    assert.deepEqual(templateWords(page('<vsc-icon name="close" label=${words}></vsc-icon>')), []);
  });
});

describe('the editor in another language', () => {
  /** Calls and properties by which words come to the screen. */
  const calls = /\.(?:show(?:Information|Warning|Error)Message|setStatusBarMessage)\(\s*(['"`])((?:(?!\1).)+)\1/g;
  const properties =
    /\b(?:title|placeHolder|placeholder|prompt|label|description|detail|tooltip|message|openLabel)\s*[:=]\s*(['"`])((?:\$\{(?:[^{}]|\{[^{}]*\})*\}|(?!\1)[^\n])+)\1/g;

  const wordsIn = (source: string): readonly string[] =>
    [calls, properties].flatMap((pattern) =>
      [...source.matchAll(pattern)]
        .map(([, , text = '']) => text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}|\$\([\w~-]+\)/g, '').trim())
        .filter((text) => hasWords(text) && !examples.has(text)),
    );

  it('is handed translated words only', () => {
    const left = globSync('src/vscode/**/*.ts', { cwd: root }).flatMap((file) =>
      wordsIn(read(file)).map((words) => `${file}: ${words}`),
    );
    assert.deepEqual(left, []);
  });

  it('would be found out', () => {
    assert.deepEqual(wordsIn("window.showInformationMessage('It is done.');"), ['It is done.']);
    assert.deepEqual(wordsIn("{ label: `$(check) Done`, title: t('Yes') }"), ['Done']);
  });
});

describe('a pseudo-locale', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'mam-qps-'));
    const texts = Object.keys(JSON.parse(read('l10n/bundle.l10n.ko.json')));
    const pseudo = Object.fromEntries(texts.map((text) => [text, `⟦${text}⟧`]));
    // In the place of a language that the command knows.
    writeFileSync(join(folder, 'bundle.l10n.ko.json'), JSON.stringify(pseudo));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('shows on the command line every sentence of the bundle as it was translated, placeholders filled', () => {
    const t = createTranslate({ LANG: 'ko_KR.UTF-8' }, folder);
    assert.equal(t('Try It on a Sample'), '⟦Try It on a Sample⟧');
    assert.equal(t('{version}, ready', { version: '1.2' }), '⟦1.2, ready⟧');
  });
});
