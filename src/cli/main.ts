import { enableCompileCache } from 'node:module';
import { ProblemError } from '../base/problemError.ts';
import { actorOf } from './actorOf.ts';
import { requestOf } from './openRequest.ts';
import { exit, type Cli } from './cli.ts';
import { currentFolder } from './currentFolder.ts';
import { help, showVerbHelp, unknownVerb } from './help.ts';
import { findInstallation } from './installation.ts';
import { answerInJson } from './jsonAnswer.ts';
import { parseVerb } from './parseVerb.ts';
import { fail } from './tell.ts';
import { createTerminal } from './terminal.ts';
import { createTranslate } from './translate.ts';
import { unexpected } from './unexpected.ts';
import { verbs } from './verbs.ts';

/** Puts the command together and runs one verb; returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const { env } = process;
  const cwd = currentFolder();
  const installation = findInstallation(env);
  const terminal = createTerminal(env);
  const t = createTranslate(env, installation.l10n);
  const [name = '--help', ...rest] = args;

  if (name === '--help' || name === '-h' || name === 'help') return help({ t, terminal }, rest);
  if (name === '--version' || name === '-V') {
    terminal.out(installation.version);
    return exit.done;
  }
  const load = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!load) return fail({ t, terminal }, unknownVerb(name), exit.usage);
  const verb = await load();
  if (rest.includes('--help') || rest.includes('-h')) {
    showVerbHelp({ t, terminal }, verb);
    return exit.done;
  }
  const call = parseVerb(verb, rest);
  const answer = rest.includes('--json') ? answerInJson(terminal) : null;
  const teller = { t, terminal: answer?.terminal ?? terminal, ...(answer && { failed: answer.failed }) };
  const actor = await actorOf(env, process.ppid);
  const cli: Cli = {
    ...teller,
    cwd,
    env,
    version: installation.version,
    self: installation.self,
    actor,
    open: async (request) => {
      const { openHere } = await import('./openHere.ts');
      const warn = (one: Parameters<typeof fail>[1]): void => void fail({ t, terminal }, one, exit.done);
      return openHere({ cwd, env, installation, t, warn }, requestOf(actor, request));
    },
    programs: async () => (await import('./openHere.ts')).programsOf(installation, env),
  };
  const code = call.ok ? await verb.run(cli, call.value) : fail(teller, call.error, exit.usage);
  answer?.end();
  return code;
}

/** The last door: whatever comes here ends the command with one line, and never with a stack on the screen. */
function crash(error: unknown): number {
  const { env } = process;
  const teller = { t: createTranslate(env, findInstallation(env).l10n), terminal: createTerminal(env) };
  return fail(teller, error instanceof ProblemError ? error.problem : unexpected(error, env), exit.blocked);
}

enableCompileCache?.();
process.once('uncaughtException', (error) => process.exit(crash(error)));
void main(process.argv.slice(2))
  .catch(crash)
  .then((code) => (process.exitCode = code || process.exitCode));
