import type { Log } from '../../app/ports/system.ts';

export interface JsonLogDeps {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Gets one line without its line feed. */
  readonly write?: (line: string) => void;
  /** Takes secrets out of a whole line: the one place where that happens for a log. */
  readonly redact?: (line: string) => string;
}

/** One JSON object a line, on standard error unless told otherwise: standard output belongs to the command's answer. */
export function createJsonLog(deps: JsonLogDeps): Log {
  const write = deps.write ?? ((line) => void process.stderr.write(`${line}\n`));
  const redact = deps.redact ?? ((line) => line);
  const at =
    (level: 'info' | 'warn' | 'error') =>
    (message: string, fields: Readonly<Record<string, unknown>> = {}) => {
      const entry = { ...fields, at: new Date(deps.now()).toISOString(), level, message };
      write(redact(JSON.stringify(entry, plain)));
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** Errors have no enumerable members and big integers no JSON form: without this a log would lose or refuse them. */
function plain(_key: string, value: unknown): unknown {
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  return typeof value === 'bigint' ? String(value) : value;
}
