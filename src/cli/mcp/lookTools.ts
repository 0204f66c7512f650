import { execFile } from 'node:child_process';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import type { Environment } from '../cli.ts';

export interface LookDeps {
  readonly env: Environment;
  /** Where the repository is. */
  readonly cwd: string;
  /** The command line, which is asked in a process of its own: a server that only waits holds no database open. */
  readonly program: readonly [string, ...string[]];
}

const timeoutMs = 60_000;
const mostOutput = 16 * 1024 * 1024;

/** What can be looked at. The words of each command are fixed, and what an agent names comes behind `--`, so that it is never an option. */
export function addLookTools(server: McpServer, deps: LookDeps): void {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  const named = z.string().min(1).max(200);

  server.registerTool(
    'mam_status',
    { description: 'Show the loop, its tasks, sessions, worktrees and what waits for a person.', annotations },
    () => look(deps, ['status']),
  );
  server.registerTool(
    'mam_queue',
    { description: 'Show the tasks of the queue and how they stand.', annotations },
    async () => part(await look(deps, ['status']), 'queue'),
  );
  server.registerTool(
    'mam_gate',
    {
      description: 'Show the gate of a task rule by rule, or those of all open tasks.',
      inputSchema: { task: named.optional().describe('The id of a task.') },
      annotations,
    },
    ({ task }) => look(deps, ['gate'], task),
  );
  server.registerTool(
    'mam_jobs',
    {
      description: 'Show the jobs of sessions and what is missing for each to count as done, or one of them.',
      inputSchema: { job: named.optional().describe('The id of a job.') },
      annotations,
    },
    ({ job }) => (job === undefined ? look(deps, ['job', 'list']) : look(deps, ['job', 'show'], job)),
  );
}

/** Runs a command that prints one object; the exit code tells findings from a failure, and both are shown as they are. */
function look(deps: LookDeps, words: readonly string[], named?: string): Promise<CallToolResult> {
  const [program, ...first] = deps.program;
  const args = [...first, ...words, '--json', ...(named === undefined ? [] : ['--', named])];
  const options = {
    cwd: deps.cwd,
    env: { ...deps.env, ELECTRON_RUN_AS_NODE: '1' },
    timeout: timeoutMs,
    maxBuffer: mostOutput,
  };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const printed = stdout.trim();
      if (printed !== '') resolve(answer(printed, printed.startsWith('{"error":')));
      else resolve(answer(stderr.trim() || (error?.message ?? ''), true));
    });
  });
}

/** One field of an object that was printed. */
function part(result: CallToolResult, name: string): CallToolResult {
  const [first] = result.content;
  if (result.isError === true || first?.type !== 'text') return result;
  const value: unknown = JSON.parse(first.text);
  const held =
    typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name) : undefined;
  return answer(JSON.stringify(held?.[1] ?? null), false);
}

const answer = (text: string, isError: boolean): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(isError ? { isError } : {}),
});
