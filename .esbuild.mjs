// Bundles everything that is shipped. `node .esbuild.mjs` builds all entries, `node .esbuild.mjs app programs` only those.
import { build } from 'esbuild';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));

/** One bundle each, so that what is loaded on first use costs nothing before. */
export const entries = [
  { name: 'extension', source: 'src/vscode/extension.ts', outfile: 'dist/extension.cjs', host: 'vscode' },
  // The engine of the editor and the command are nearly the same code, which ships once; each begins only its own part.
  {
    name: 'app',
    sources: { engine: 'src/vscode/engine.ts', cli: 'src/cli/main.ts' },
    outfile: 'dist/app.cjs',
    host: 'vscode',
  },
  // Client and server share the protocol's library.
  {
    name: 'language',
    sources: { client: 'src/vscode/languageClient.ts', server: 'src/language/server.ts' },
    outfile: 'dist/language.cjs',
    host: 'vscode',
  },
  // Small programs that read what they are told by schemas.
  {
    name: 'programs',
    sources: {
      supervisor: 'src/adapters/process/supervisor/main.ts',
      rehearsal: 'src/adapters/agents/rehearsal/main.ts',
      terminal: 'src/adapters/agents/terminal/main.ts',
      mcp: 'src/cli/mcp/main.ts',
    },
    outfile: 'dist/programs.cjs',
    host: 'node',
  },
  { name: 'event', source: 'src/cli/event/main.ts', outfile: 'dist/event.cjs', host: 'node' },
  { name: 'guard', source: 'src/adapters/agents/guard/main.ts', outfile: 'dist/guard.cjs', host: 'node' },
  {
    name: 'session-place',
    source: 'src/adapters/terminals/launcher/main.ts',
    outfile: 'dist/session-place.cjs',
    host: 'node',
  },
  { name: 'bus', source: 'src/host/busBundle.ts', outfile: 'dist/bus.cjs', host: 'node' },
  { name: 'dashboard', source: 'webview-ui/dashboard/main.ts', outfile: 'dist/webview/dashboard.js', host: 'browser' },
  { name: 'approval', source: 'webview-ui/approval/main.ts', outfile: 'dist/webview/approval.js', host: 'browser' },
];

/** Files that begin one part of a shared bundle. The command is started often, so that its code is kept compiled. */
const doors = {
  'dist/engine.cjs': "module.exports=require('./app.cjs').engine();\n",
  'dist/cli.cjs': "require('node:module').enableCompileCache?.();require('./app.cjs').cli();\n",
  'dist/language-client.cjs': "module.exports=require('./language.cjs').client();\n",
  'dist/language-server.cjs': "require('./language.cjs').server();\n",
  'dist/supervisor.cjs': "require('./programs.cjs').supervisor();\n",
  'dist/rehearsal-agent.cjs': "require('./programs.cjs').rehearsal();\n",
  'dist/agent-terminal.cjs': "require('./programs.cjs').terminal();\n",
  'dist/mcp.cjs': "require('./programs.cjs').mcp();\n",
};

const sourcesOf = (entry) => Object.values(entry.sources ?? { source: entry.source });

/** One source is bundled as it is; of several, each is a function that evaluates it when it is first called. */
function input(entry) {
  if (entry.sources === undefined) return { entryPoints: [entry.source] };
  const parts = Object.entries(entry.sources).map(([name, source]) => `exports.${name}=()=>require('./${source}');`);
  return { stdin: { contents: parts.join('\n'), resolveDir: root } };
}

/** Mostly the code of others, or programs of few own functions: names would be a tenth of them. */
const nameless = new Set(['programs', 'language', 'bus']);

/**
 * What libraries ask for and we never reach, by the file that asks: the MCP library checks the answers to its questions
 * (we ask none) and takes schemas of an older zod (ours are new); its stand-in throws, so that a call is never unnoticed.
 * Of Node's streams the bus brings copies, which are the same as the streams of the Node that it runs on.
 */
const standIns = [
  { filter: /^\.\.\/validation\/ajv-provider\.js$/, contents: standIn('class', 'AjvJsonSchemaValidator') },
  { filter: /^zod\/v3$/, contents: standIn('function', 'object') },
  { filter: /^zod-to-json-schema$/, contents: standIn('function', 'zodToJsonSchema') },
  { filter: /^readable-stream$/, contents: "module.exports = require('node:stream');" },
];

function standIn(kind, name) {
  const thrown = `throw new Error('${name} is not a part of this program.');`;
  if (kind === 'function') return `export const ${name} = () => { ${thrown} };`;
  // It is made with each server and must only fail when it is asked for something.
  return `export class ${name} { getValidator() { ${thrown} } }`;
}

/** @type {import('esbuild').Plugin} */
const withStandIns = {
  name: 'stand-ins',
  setup(plugged) {
    for (const [index, { filter, contents }] of standIns.entries()) {
      plugged.onResolve({ filter }, () => ({ path: String(index), namespace: 'stand-in', sideEffects: false }));
      plugged.onLoad({ filter: new RegExp(`^${index}$`), namespace: 'stand-in' }, () => ({ contents }));
    }
  },
};

/** @param {(typeof entries)[number]} entry */
function options(entry) {
  const shared = {
    absWorkingDir: root,
    ...input(entry),
    outfile: entry.outfile,
    bundle: true,
    minify: true,
    sourcemap: /** @type {const} */ (true),
    sourcesContent: false,
    metafile: true,
    logLevel: /** @type {const} */ ('warning'),
    // The stack of a bug report should name functions even though the bundle is small.
    keepNames: !nameless.has(entry.name),
    legalComments: /** @type {const} */ ('none'),
    plugins: [withStandIns],
  };
  if (entry.host === 'browser') return { ...shared, platform: 'browser', format: 'esm', target: 'es2023' };
  return {
    ...shared,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    // Bundled sources may ask for `import.meta.url`, which CommonJS has not.
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;" },
    // Siblings are loaded from the folder of the bundle when they are first needed, never bundled a second time.
    external: entry.host === 'vscode' ? ['vscode'] : [],
    mainFields: ['module', 'main'],
  };
}

/**
 * Builds the entries whose source exists; returns esbuild's metafile of each by name.
 * @param {{ only?: string[], write?: boolean, note?: (line: string) => void }} [request]
 * @returns {Promise<Map<string, import('esbuild').Metafile>>}
 */
export async function bundle({ only = [], write = true, note = () => {} } = {}) {
  const wanted = entries.filter((entry) => only.length === 0 || only.includes(entry.name));
  const present = wanted.filter((entry) => sourcesOf(entry).every((source) => existsSync(join(root, source))));
  for (const entry of wanted)
    if (!present.includes(entry)) note(`skipped ${entry.name}: no ${sourcesOf(entry).join(' or ')}`);
  const results = await Promise.all(present.map((entry) => build({ ...options(entry), write })));
  if (write) openDoors(new Set(present.map((entry) => entry.outfile)));
  if (write && present.some((entry) => entry.name === 'app')) copyCommand();
  return new Map(present.map((entry, index) => [entry.name, results[index].metafile]));
}

function copyCodicons() {
  const target = join(root, 'dist/codicons');
  mkdirSync(target, { recursive: true });
  cpSync(fileURLToPath(import.meta.resolve('@vscode/codicons/dist/codicon.css')), join(target, 'codicon.css'));
  cpSync(fileURLToPath(import.meta.resolve('@vscode/codicons/dist/codicon.ttf')), join(target, 'codicon.ttf'));
}

/** Writes the files that begin a part of the bundles just built. */
function openDoors(built) {
  for (const [file, text] of Object.entries(doors))
    if (built.has(`dist/${/'\.\/(\w+\.cjs)'/.exec(text)[1]}`)) writeFileSync(join(root, file), text);
}

/** The `mam` command lies beside the program that it starts. */
function copyCommand() {
  cpSync(join(root, 'media/bin'), join(root, 'dist/bin'), { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const only = process.argv.slice(2);
  await bundle({ only, note: console.log });
  if (only.length === 0) copyCodicons();
}
