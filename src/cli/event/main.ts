import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printable } from '../paint.ts';
import { createTranslate } from '../translate.ts';
import { runEvent } from './run.ts';

/** The program behind `mam event`: agents and their hooks call it often, so it loads nothing of the rest of MAM. */
function main([, ...args]: readonly string[]): void {
  const own = dirname(fileURLToPath(import.meta.url));
  // Help is rare, and stands with that of the other verbs.
  if (args.includes('--help') || args.includes('-h')) return void createRequire(import.meta.url)(join(own, 'cli.cjs'));
  const { env } = process;
  const end = runEvent(args, env);
  if (end.out !== null) process.stdout.write(`${end.out}\n`);
  if (end.problem) {
    const { code, text, params } = end.problem;
    const t = createTranslate(env, join(own, '../l10n'));
    process.stderr.write(`mam: ${printable(t(text, params))} [${code}]\n`);
  }
  process.exitCode = end.code;
}

main(process.argv.slice(2));
