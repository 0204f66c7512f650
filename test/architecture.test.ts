import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { stop } from 'esbuild';
import type { Metafile } from 'esbuild';
import { bundle } from '../.esbuild.mjs';

const root = join(import.meta.dirname, '..');

interface Layer {
  /** The layers it may import besides itself. */
  readonly layers: readonly string[];
  readonly node: boolean;
  /** The npm packages it may import; `true` = its own choice. */
  readonly packages: readonly RegExp[] | true;
}

const lower = ['base', 'core', 'protocol'];
const layers: Readonly<Record<string, Layer>> = {
  base: { layers: [], node: false, packages: [] },
  core: { layers: ['base'], node: false, packages: [] },
  protocol: { layers: ['base', 'core'], node: false, packages: [/^zod$/] },
  app: { layers: lower, node: false, packages: [] },
  adapters: { layers: [...lower, 'app'], node: true, packages: true },
  host: { layers: [...lower, 'app', 'adapters'], node: true, packages: true },
  language: { layers: lower, node: true, packages: [/^vscode-languageserver/, /^@vscode\/l10n$/] },
  cli: { layers: [...lower, 'app', 'adapters', 'host'], node: true, packages: true },
  vscode: { layers: [...lower, 'app'], node: true, packages: [/^vscode$/, /^vscode-languageclient/, /^birpc$/] },
  'webview-ui': {
    layers: [],
    node: false,
    packages: [/^lit$/, /^lit\//, /^@vscode-elements\//, /^@vscode\/l10n$/, /^birpc$/],
  },
};

interface Import {
  readonly from: string;
  readonly specifier: string;
  readonly typeOnly: boolean;
  /** Relative to the root, for an import of a file of ours. */
  readonly file?: string;
}

const sources = ['src', 'webview-ui'].flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root })).toSorted();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const STATEMENT = /^\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const DYNAMIC = /\bimport\('([^']+)'\)/g;

/** All imports, those of types too, which no bundle shows. */
function importsOf(from: string): Import[] {
  const text = read(from);
  const resolve = (specifier: string): { file?: string } =>
    specifier.startsWith('.') ? { file: relative(root, join(root, dirname(from), specifier)) } : {};
  const statements = [...text.matchAll(STATEMENT)].map(([, type, specifier = '']) => ({
    specifier,
    typeOnly: type !== undefined,
  }));
  const dynamic = [...text.matchAll(DYNAMIC)].map(([, specifier = '']) => ({ specifier, typeOnly: false }));
  return [...statements, ...dynamic].map((found) => ({ from, ...found, ...resolve(found.specifier) }));
}

const layerOf = (file: string): string => (file.startsWith('webview-ui/') ? 'webview-ui' : (file.split('/')[1] ?? ''));
const compositionRoots = ['src/vscode/extension.ts', 'src/vscode/engine.ts'];

function objectionToFile(from: string, target: string, typeOnly: boolean): string | undefined {
  const [layer, other] = [layerOf(from), layerOf(target)];
  if (!existsSync(join(root, target))) return 'there is no such file';
  if (layer === 'webview-ui' && other !== layer)
    return other === 'protocol' && typeOnly ? undefined : 'a page sees the types of src/protocol only';
  if (layer === 'adapters' && other === 'adapters') return objectionToAdapter(from, target);
  if (layer === other) return undefined;
  if ((other === 'adapters' || other === 'host') && compositionRoots.includes(from)) return undefined;
  return layers[layer]?.layers.includes(other) ? undefined : `src/${layer} must not import src/${other}`;
}

/** Adapters know each other only through ports; the registry is what lists the agents. */
function objectionToAdapter(from: string, target: string): string | undefined {
  const technology = (file: string): string => file.split('/')[2] ?? '';
  const [own, other] = [technology(from), technology(target)];
  return own === other || other === 'process' ? undefined : `adapter "${own}" must not import adapter "${other}"`;
}

function objectionToPackage(from: string, specifier: string): string | undefined {
  const layer = layers[layerOf(from)];
  if (!layer) return 'the file lies in no layer';
  if (isBuiltin(specifier)) return layer.node ? undefined : 'Node is for adapters and hosts';
  if (specifier === 'vscode' && layer !== layers['vscode']) return 'only src/vscode imports vscode';
  const allowed = layer.packages === true || layer.packages.some((pattern) => pattern.test(specifier));
  return allowed ? undefined : `src/${layerOf(from)} must not use this package`;
}

function objection({ from, specifier, typeOnly, file }: Import): string | undefined {
  return file === undefined ? objectionToPackage(from, specifier) : objectionToFile(from, file, typeOnly);
}

/** What a bundle still asks its host for at run time; `<runtime>` is esbuild's own. */
const externals = ({ inputs }: Metafile): string[] => [
  ...new Set(
    Object.values(inputs).flatMap(({ imports }) => imports.filter((one) => one.external).map((one) => one.path)),
  ),
];

describe('architecture', () => {
  it('imports go downwards only', () => {
    const wrong = sources.flatMap(importsOf).flatMap((found) => {
      const reason = objection(found);
      return reason ? [`${found.from} -> ${found.specifier}: ${reason}`] : [];
    });
    assert.deepEqual(wrong, []);
  });

  it('no source file is longer than 300 lines', () => {
    const long = sources.filter((file) => read(file).trimEnd().split('\n').length > 300);
    assert.deepEqual(long, []);
  });

  it('no command that a person may paste is put together without quoting', () => {
    // Adapters print nothing.
    const shown = sources.filter((file) => !file.startsWith('src/adapters/'));
    const glued = shown.filter((file) => /`(?:mam|gh|git) [^`]*\$\{/.test(read(file)));
    assert.deepEqual(glued, []);
  });

  describe('bundles', () => {
    let bundles: ReadonlyMap<string, Metafile>;
    before(async function () {
      this.timeout(60_000);
      bundles = await bundle({ write: false });
    });
    after(() => stop());

    it('contain everything but Node and, in the extension, vscode', () => {
      const hosts = ['extension', 'app', 'language'];
      const wrong = [...bundles].flatMap(([name, metafile]) =>
        externals(metafile)
          .filter((path) => path !== '<runtime>' && !isBuiltin(path) && !(path === 'vscode' && hosts.includes(name)))
          .map((path) => `${name}: ${path}`),
      );
      assert.deepEqual(wrong, []);
    });

    it('the program behind mam event has no library, since agents wait for it', () => {
      const inputs = Object.keys(bundles.get('event')?.inputs ?? {});
      assert.ok(inputs.length > 0);
      assert.deepEqual(
        inputs.filter((path) => path.includes('node_modules')),
        [],
      );
    });

    it('pages contain nothing of src', () => {
      const wrong = ['dashboard', 'approval'].flatMap((name) =>
        Object.keys(bundles.get(name)?.inputs ?? {}).filter((path) => path.startsWith('src/')),
      );
      assert.deepEqual(wrong, []);
    });

    it('agree with the import table at run time', () => {
      const edges = [...bundles.values()].flatMap(({ inputs }) =>
        Object.entries(inputs)
          .filter(([from]) => /^(src|webview-ui)\//.test(from))
          .flatMap(([from, { imports }]) =>
            imports.filter((one) => /^(src|webview-ui)\//.test(one.path)).map((one) => ({ from, to: one.path })),
          ),
      );
      const wrong = edges.flatMap(({ from, to }) => {
        const reason = objectionToFile(from, to, false);
        return reason ? [`${from} -> ${to}: ${reason}`] : [];
      });
      assert.deepEqual(wrong, []);
    });
  });
});
