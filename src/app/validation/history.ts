import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { CheckResult } from '../../core/evidence/types.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import { parseValidationLine, validationLine, type ValidationRecord } from '../../protocol/validationHistory.ts';
import type { Files } from '../ports/files.ts';

/** Relative to the control root. */
const historyFile = 'reports/agent_loop/validation_history.jsonl';

/** Appends how command lines ended, without what may not be shown around: whole lines, whoever else appends. */
export const recordValidation = (
  results: readonly CheckResult[],
  about: { readonly at: string; readonly branch: string | null; readonly head: string | null },
  deps: { readonly files: Pick<Files, 'appendLines'>; readonly root: string; readonly privacy: Privacy },
): Promise<Result<void, Problem>> =>
  deps.files.appendLines(
    `${deps.root}/${historyFile}`,
    results
      .filter((one) => one.outcome !== 'not-run' || one.durationMs > 0)
      .map(({ check, outcome, exitCode, durationMs }) => ({
        ts: about.at,
        command: deps.privacy.redact(check.line),
        outcome,
        exit_code: exitCode,
        duration_ms: durationMs,
        branch: about.branch === null ? null : deps.privacy.redact(about.branch),
        head: about.head,
      }))
      .map(validationLine),
  );

/** What was recorded, oldest first, and how many lines say nothing that can be read. */
export async function readValidationHistory(deps: {
  readonly files: Pick<Files, 'read'>;
  readonly root: string;
}): Promise<Result<{ readonly records: readonly ValidationRecord[]; readonly unreadable: number }, Problem>> {
  const text = await deps.files.read(`${deps.root}/${historyFile}`);
  if (!text.ok) return text;
  const lines = (text.value ?? '').split('\n').filter((line) => line.trim() !== '');
  const records = lines.flatMap((line) => parseValidationLine(line) ?? []);
  return ok({ records, unreadable: lines.length - records.length });
}
