import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';
import type { Stage } from './stage.ts';

/** Files that one task touches at most. */
const mostFiles = 20;
const isTest = (path: string): boolean => /(?:^|\/)(?:tests?|__tests__)\/|\.(?:test|spec)\.[^.]+$/.test(path);
const isScript = (path: string): boolean => /\.[cm]?[jt]s$/.test(path);

/** Makes a small, sensible edit to each claimed path, and returns a report of what it did. */
export function implement(stage: Stage): string {
  const slug =
    stage.head.task
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'task';
  const claims = stage.head.claims.length === 0 ? [`${slug}.md`] : stage.head.claims;
  const targets = [...new Set(claims.map((claim) => toFile(claim, slug, stage.cwd)))].slice(0, mostFiles);
  const modules = targets.filter((path) => isScript(path) && !isTest(path));
  for (const target of targets) {
    const path = join(stage.cwd, target);
    const before = existsSync(path) ? readFileSync(path, 'utf8') : null;
    const text =
      before === null || before.trim() === '' ? create(target, stage, slug, modules) : extend(target, before, stage);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    stage.emit({ type: 'note', text: `${before === null ? 'Created' : 'Changed'} ${target}` });
  }
  return [
    `Rehearsal of ${stage.head.task}, round ${stage.head.round}.`,
    '',
    ...targets.map((target) => `- edited \`${target}\``),
    '',
    'Nothing is left to do.',
  ].join('\n');
}

/** A concrete file for a claim: itself, or a file named after the task where the claim is a pattern or a folder. */
function toFile(claim: string, slug: string, cwd: string): string {
  const glob = /[*?[{]/.exec(claim);
  if (glob === null && !claim.endsWith('/')) {
    const path = join(cwd, claim);
    return existsSync(path) && statSync(path).isDirectory() ? posix.join(claim, `${slug}.md`) : claim;
  }
  const folder = glob === null ? claim : claim.slice(0, claim.lastIndexOf('/', glob.index) + 1);
  const ending = /\*(\.[A-Za-z0-9.]+)$/.exec(claim)?.[1] ?? '.md';
  return `${folder}${slug}${ending}`;
}

function create(path: string, stage: Stage, slug: string, modules: readonly string[]): string {
  const name = slug.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/^(\d)/, 'task$1');
  if (isScript(path) && isTest(path)) return createTest(path, stage, modules);
  if (extname(path) === '.cjs')
    return `/** ${stage.title} */\nexports.${name} = () => ${JSON.stringify(stage.head.task)};\n`;
  if (isScript(path))
    return `/** ${stage.title} */\nexport const ${name} = () => ${JSON.stringify(stage.head.task)};\n`;
  if (extname(path) === '.json') return `${JSON.stringify({ task: stage.head.task, title: stage.title }, null, 2)}\n`;
  return extname(path) === '.md' ? `# ${stage.title}\n\n${note(stage)}\n` : comment(path, note(stage));
}

function createTest(path: string, stage: Stage, modules: readonly string[]): string {
  const only = modules.length === 1 ? modules[0] : undefined;
  const title = JSON.stringify(`${stage.head.task}: ${stage.title}`);
  if (extname(path) === '.cjs')
    return `const assert = require('node:assert/strict');\nconst { test } = require('node:test');\n\ntest(${title}, () => assert.ok(true));\n`;
  const head = `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n`;
  if (only === undefined) return `${head}\ntest(${title}, () => assert.ok(true));\n`;
  const from = posix.relative(posix.dirname(path), only);
  return `${head}import * as subject from ${JSON.stringify(from.startsWith('.') ? from : `./${from}`)};\n\ntest(${title}, () => assert.ok(Object.keys(subject).length > 0));\n`;
}

/** Adds a note in the file's own language, which changes nothing that runs. */
function extend(path: string, before: string, stage: Stage): string {
  if (extname(path) === '.json') return extendJson(before, stage);
  return `${before.endsWith('\n') ? before : `${before}\n`}${extname(path) === '.md' ? `\n${note(stage)}\n` : comment(path, note(stage))}`;
}

function extendJson(before: string, stage: Stage): string {
  const value: unknown = JSON.parse(before);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return before;
  return `${JSON.stringify({ ...value, rehearsal: note(stage) }, null, 2)}\n`;
}

const note = (stage: Stage): string =>
  `${stage.head.task}: ${stage.title} (round ${stage.head.round}, attempt ${stage.head.attempt}).`;

function comment(path: string, text: string): string {
  if (/\.(?:[cm]?[jt]sx?|java|go|rs|c|cc|cpp|h|cs|kt|swift|php)$/.test(path)) return `// ${text}\n`;
  if (/\.(?:css|scss|less)$/.test(path)) return `/* ${text} */\n`;
  if (/\.(?:html?|xml|svg)$/.test(path)) return `<!-- ${text} -->\n`;
  return /\.(?:py|sh|rb|ya?ml|toml|pl|mk|conf|ini)$|(?:^|\/)(?:Makefile|Dockerfile|\.gitignore)$/.test(path)
    ? `# ${text}\n`
    : `${text}\n`;
}
