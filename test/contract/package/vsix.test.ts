// The package as the marketplace gets it.
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageVsix } from '../../hosts/packageVsix.ts';
import { root } from '../../../scripts/lib/project.mjs';
import { readManifest } from '../../../scripts/manifest.mjs';
import { zipEntries } from '../../builders/zipEntries.ts';

/** 1.5 MB, as the marketplace counts them. */
const most = 1_500_000;

describe('the package', function () {
  this.timeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'mam-package-'));
  let file: string;
  let names: readonly string[];
  before(async () => {
    file = await packageVsix(join(folder, 'mam.vsix'));
    names = zipEntries(readFileSync(file)).map((name) => name.replace(/^extension\//, ''));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has at most 1.5 MB', () => {
    const { size } = statSync(file);
    assert.ok(size <= most, `${size} bytes are ${size - most} too many`);
  });

  it('holds what users need and nothing else', () => {
    const wanted =
      /^(?:dist\/(?:[\w-]+\.cjs|bin\/[\w.-]+|webview\/\w+\.(?:js|css)|codicons\/codicon\.(?:css|ttf))|media\/.+|l10n\/bundle\.l10n\.ko\.json|package(?:\.nls(?:\.ko)?)?\.json|readme\.md|changelog\.md|LICENSE\.txt|extension\.vsixmanifest|\[Content_Types\]\.xml)$/;
    assert.deepEqual(
      names.filter((name) => !wanted.test(name)),
      [],
    );
    const unwanted = /\.map$|\.ts$|node_modules|(?:^|\/)tests?\/|\.test\./;
    assert.deepEqual(
      names.filter((name) => unwanted.test(name)),
      [],
    );
  });

  it('holds every program that the extension copies or loads, and every picture of the walkthrough', () => {
    const { contributes } = readManifest();
    const pictures: readonly string[] = contributes.walkthroughs.flatMap(
      (one: { steps: readonly { media: { svg: string } }[] }) => one.steps.map(({ media }) => media.svg),
    );
    const programs = globSync('dist/*.cjs', { cwd: root }).map((path) => path.replace(/^dist\/|\.cjs$/g, ''));
    for (const name of ['extension', 'engine', 'supervisor', 'language-client', 'mcp'])
      assert.ok(programs.includes(name));
    for (const name of [...programs.map((program) => `dist/${program}.cjs`), ...pictures])
      assert.ok(names.includes(name), name);
  });

  it('asks for no proposed API', () => {
    const manifest = readManifest();
    assert.equal(manifest.enabledApiProposals, undefined);
    assert.deepEqual(globSync('src/**/vscode.proposed.*', { cwd: root }), []);
  });

  it('says in the marketplace what it is', () => {
    const manifest = readManifest();
    assert.equal(manifest.pricing, 'Free');
    assert.equal(manifest.license, 'MIT');
    assert.equal(typeof manifest.qna, 'boolean');
    assert.ok(manifest.keywords.length <= 5);
    assert.ok(manifest.categories.length > 0 && manifest.galleryBanner.color.startsWith('#'));
    // Width and height stand at this place of every PNG.
    const icon = readFileSync(join(root, manifest.icon));
    assert.equal(icon.toString('latin1', 1, 4), 'PNG');
    assert.ok(icon.readUInt32BE(16) >= 128 && icon.readUInt32BE(20) >= 128);
    for (const picture of readFileSync(join(root, 'README.md'), 'utf8').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g))
      assert.match(picture[1] ?? '', /\.png$/, 'the marketplace shows no SVG');
  });
});
