// What docs/conventions.md says of the manifest and the sources, looked at in both.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../../scripts/manifest.mjs';
import { accessibilityHelp, surfaces } from '../../src/app/views/accessibilityHelp.ts';
import { fill } from '../../src/base/problem.ts';
import { commandId, leasedFileColor, panels, viewContainer, views } from '../../src/vscode/ids.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest = readManifest();
const { contributes } = manifest;
const sources = (pattern: string): readonly (readonly [string, string])[] =>
  globSync(pattern, { cwd: root }).map((file) => [file, read(file)] as const);

const lines = read('docs/conventions.md').match(/^\| \d+ .*$/gm) ?? [];
const rows = lines.map((line) => line.slice(2, -2).split(/ +\| +/));

const width = (file: string): number => readFileSync(join(root, file)).readUInt32BE(16);

describe('the conventions', () => {
  it('stand in one row each, and each row says something', () => {
    assert.deepEqual(
      rows.map(([number]) => Number(number)),
      Array.from({ length: 47 }, (_, index) => index + 1),
    );
    for (const [number, rule = '', how = ''] of rows) assert.ok(rule !== '' && how.length > 10, number);
  });

  it('name only files and settings that are there', () => {
    const text = lines.join('\n');
    const named = [...text.matchAll(/`((?:src|test|webview-ui|media)\/[\w./-]+|\.[a-z]+(?:ignore|\.mjs))`/g)];
    const missing = named.flatMap(([, path = '']) => (existsSync(join(root, path)) ? [] : [path]));
    assert.deepEqual(missing, []);
    const settings = contributes.configuration.flatMap(({ properties }: { properties: object }) =>
      Object.keys(properties),
    );
    const keys = [...text.matchAll(/`(mam\.[a-z]+(?:\.\w+)?)`/gi)].map(([, key = '']) => key);
    assert.deepEqual(
      keys.filter((key) => !settings.includes(key) && key !== leasedFileColor),
      [],
    );
  });

  it('1: one container with six trees, of which two show only when they have something to say', () => {
    assert.equal(contributes.viewsContainers.activitybar.length, 1);
    const shown: readonly { id: string; type?: string; when?: string; visibility?: string }[] =
      contributes.views[viewContainer];
    assert.ok(shown.length <= 6 && shown.every(({ type }) => type === undefined));
    assert.match(shown.find(({ id }) => id === 'mam.inbox')?.when ?? '', /needsYou > 0/);
    assert.equal(shown.find(({ id }) => id === 'mam.doctor')?.visibility, 'collapsed');
  });

  it('2: every view that can be empty says so, with a button but for leases', () => {
    const english: Record<string, string> = JSON.parse(read('package.nls.json'));
    const welcomes: readonly { view: string; contents: string }[] = contributes.viewsWelcome;
    for (const view of views.filter((one) => one !== 'mam.inbox'))
      assert.ok(
        welcomes.some((one) => one.view === view),
        view,
      );
    const bare = welcomes.filter(({ contents }) => !/\]\(command:/.test(english[contents.slice(1, -1)] ?? ''));
    assert.deepEqual(
      bare.map(({ contents }) => contents),
      ['%welcome.loading%', '%welcome.noLease%'],
    );
  });

  it('3: one key, which counts only where MAM has the focus', () => {
    const keys: readonly { command: string; key: string; args: string; when: string }[] = contributes.keybindings;
    for (const { command, key, when } of keys) {
      assert.deepEqual([command, key], [commandId('accessibilityHelp'), 'alt+f1']);
      assert.match(when, /^(?:focusedView == mam\.\w+|activeWebviewPanelId == 'mam\.\w+')$/);
    }
    assert.deepEqual(keys.map(({ args }) => args).toSorted(), [...surfaces].toSorted());
    const places = [...views, ...Object.values(panels)].filter((id) => !keys.some(({ when }) => when.includes(id)));
    assert.deepEqual(places, [], 'a surface has no help');
  });

  it('13, 16: the pages are those two, and none is kept running while it is hidden', () => {
    assert.deepEqual(Object.keys(panels), ['dashboard', 'approval']);
    assert.ok(!contributes.views[viewContainer].some((view: { type?: string }) => view.type === 'webview'));
    for (const [file, text] of sources('src/vscode/**/*.ts')) {
      assert.ok(!text.includes('retainContextWhenHidden'), file);
      assert.ok(!text.includes('registerUriHandler'), `24: ${file}`);
      assert.ok(!/TelemetryLogger|telemetry/i.test(text), `35: ${file}`);
    }
  });

  it('15: no page has a colour of its own', () => {
    for (const [file, text] of sources('webview-ui/**/*.ts'))
      assert.doesNotMatch(text, /[:\s](?:#[0-9a-f]{3,8}\b(?=[;\s])|rgba?\(|hsla?\()/i, file);
  });

  it('15: every colour that a page asks for is there in every theme, or has another in its place', () => {
    const themes: Record<string, { variables: object }> = JSON.parse(read('test/fixtures/themes.json'));
    const missing = sources('webview-ui/**/*.ts').flatMap(([file, text]) =>
      [...text.matchAll(/var\((--vscode-[\w-]+)\)/g)].flatMap(([, name = '']) =>
        Object.entries(themes).flatMap(([theme, { variables }]) =>
          Object.hasOwn(variables, name) ? [] : [`${file}: ${name} in ${theme}`],
        ),
      ),
    );
    assert.deepEqual(missing, []);
  });

  it('17: the colour of leased files has a default for every kind of theme', () => {
    for (const { defaults } of contributes.colors)
      assert.deepEqual(Object.keys(defaults).toSorted(), ['dark', 'highContrast', 'highContrastLight', 'light']);
  });

  it('29, 30, 33: says what it does without trust and without a disk, and programs belong to the machine', () => {
    const { untrustedWorkspaces, virtualWorkspaces } = manifest.capabilities;
    assert.match(untrustedWorkspaces.description, /^%/);
    assert.deepEqual([virtualWorkspaces.supported, virtualWorkspaces.description], [false, '%capability.virtual%']);
    const properties: Record<string, { scope?: string }> = Object.assign(
      {},
      ...contributes.configuration.map((one: { properties: object }) => one.properties),
    );
    const programs = Object.keys(properties).filter((key) => /Path$|\.command$|\.custom$|fullAccess$/.test(key));
    assert.ok(programs.length >= 4);
    for (const key of programs) assert.equal(properties[key]?.scope, 'machine', key);
  });

  it('36, 44: one log with levels, and an end that is waited for', () => {
    const extension = read('src/vscode/extension.ts');
    assert.match(extension, /createOutputChannel\('Multi-Agent Mux', \{ log: true \}\)/);
    assert.match(extension, /deactivate: async/);
    assert.equal(sources('src/vscode/**/*.ts').filter(([, text]) => text.includes('createOutputChannel')).length, 1);
  });

  it('39: help says something of each surface, and of all where it is not known', () => {
    const all = accessibilityHelp(fill, null);
    for (const surface of surfaces) {
      const [title = '', ...rest] = accessibilityHelp(fill, surface).split('\n\n');
      assert.ok(title.split('\n').length >= 3 && rest.length === 1, surface);
      assert.ok(all.includes(title), surface);
    }
  });

  it('40: every tone of a mark stands beside an icon and words', () => {
    const mark = read('webview-ui/shared/mark.ts');
    assert.ok(mark.includes('iconTemplate(mark.icon)') && mark.includes('${words}'));
  });

  it('41, 42: wakes for its own, and ships what is needed only', () => {
    for (const event of manifest.activationEvents) assert.match(event, /^(?:onWebviewPanel|workspaceContains):/);
    const shipped = read('.vscodeignore').split('\n');
    assert.ok(shipped.includes('**'), 'what is not named is left out');
    assert.ok(!shipped.some((line) => /^!.*(?:node_modules|\.map)/.test(line)));
  });

  it('45, 46: what the marketplace asks for, and no proposed API', () => {
    assert.ok(manifest.keywords.length <= 5);
    assert.ok(width(manifest.icon) >= 128);
    assert.equal(manifest.pricing, 'Free');
    for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) assert.ok(existsSync(join(root, file)), file);
    assert.ok(!('enabledApiProposals' in manifest));
    assert.doesNotMatch(read('README.md'), /!\[[^\]]*\]\([^)]*\.svg\)/);
  });
});
