import { hideOwnFolders } from '../app/ledgerGuard.ts';
import { recordValidation } from '../app/validation/history.ts';
import { privateFiles, suggestValidation } from '../app/validation/suggest.ts';
import { refusedCommand, runValidation } from '../app/validation/validate.ts';
import type { Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { parseCheck } from '../core/evidence/checks.ts';
import type { Check, CheckResult } from '../core/evidence/types.ts';
import { openCommands } from '../host/openCommands.ts';
import type { Look } from '../host/openLook.ts';
import type { Cli } from './cli.ts';

/** The command lines that are for a change. */
export const validationFor = (look: Look, changed: readonly string[]): Promise<readonly Check[]> =>
  suggestValidation(changed, { ...look, root: look.facts.sourceRoot });

/** Command lines as a person named them; one that `mam.validation` does not allow is a problem. */
export function namedValidation(look: Look, lines: readonly string[]): Result<readonly Check[], Problem> {
  const checks = lines.map(parseCheck);
  const about = { root: look.facts.sourceRoot, isPrivate: privateFiles(look.privacy, look.settings) };
  const refused = refusedCommand(checks, look.settings['mam.validation'], about);
  return refused ? err(refused) : ok(checks);
}

/** Runs command lines in this checkout, Ctrl-C ends them, and records how they ended where that is asked for. */
export async function validateHere(
  cli: Cli,
  look: Look,
  checks: readonly Check[],
  how: { readonly keepGoing: boolean; readonly record: boolean },
): Promise<Result<readonly CheckResult[], Problem>> {
  const { facts, privacy, files } = look;
  const programs = await cli.programs();
  if (!programs.ok) return programs;
  const { supervisor } = programs.value;
  const commands = await openCommands({ commonDir: facts.commonDir, supervisor, env: cli.env });
  const stop = new AbortController();
  const release = cli.terminal.onInterrupt(() => stop.abort());
  try {
    const timeoutMs = look.settings['mam.lanes.timeoutMinutes'] * 60_000;
    const place = { cwd: facts.sourceRoot, head: facts.head ?? '', timeoutMs, keepGoing: how.keepGoing };
    const ran = await runValidation(checks, { ...place, commands, privacy }, stop.signal);
    if (!ran.ok || !how.record) return ran;
    const at = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    const visible = await hideOwnFolders(files, look.places);
    if (visible) return err(visible);
    const kept = await recordValidation(ran.value, { at, ...facts }, { files, root: facts.controlRoot, privacy });
    return kept.ok ? ran : kept;
  } finally {
    release();
    commands.dispose();
  }
}
