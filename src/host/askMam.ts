import { execFile } from 'node:child_process';
import type { LookAnswer, LookCommand } from '../protocol/lookTools.ts';

export interface AskDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the repository is. */
  readonly cwd: string;
  /** The command line, which is asked in a process of its own: whoever only waits holds no database open. */
  readonly program: readonly [string, ...string[]];
}

const timeoutMs = 60_000;
const mostOutput = 16 * 1024 * 1024;

/** Runs a command that prints one object; the exit code tells findings from a failure, and both are given as they are. */
export function askMam({ program, env, cwd }: AskDeps, command: LookCommand): Promise<LookAnswer> {
  const [file, ...first] = program;
  const args = [...first, ...command.words, '--json', ...(command.named === undefined ? [] : ['--', command.named])];
  const options = { cwd, env: { ...env, ELECTRON_RUN_AS_NODE: '1' }, timeout: timeoutMs, maxBuffer: mostOutput };
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout, stderr) => {
      const printed = stdout.trim();
      if (printed === '') resolve({ text: stderr.trim() || (error?.message ?? ''), isError: true });
      else if (printed.startsWith('{"error":')) resolve({ text: printed, isError: true });
      else resolve({ text: fieldOf(printed, command.field), isError: false });
    });
  });
}

/** One field of an object that was printed, or all of it. */
function fieldOf(printed: string, field: string | undefined): string {
  if (field === undefined) return printed;
  const value: unknown = JSON.parse(printed);
  const held =
    typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === field) : undefined;
  return JSON.stringify(held?.[1] ?? null);
}
