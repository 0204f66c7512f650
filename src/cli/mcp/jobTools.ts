import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { fill } from '../../base/problem.ts';
import type { JobSignal } from '../../core/job/types.ts';
import type { Environment } from '../cli.ts';
import { say } from '../event/say.ts';
import type { EventRequest } from '../event/types.ts';

const pass = z
  .string()
  .regex(/^[^\n]*$/)
  .optional()
  .describe('The file behind --pass in the brief of your job. Leave it out where the brief names none.');
const text = (what: string): z.ZodString => z.string().describe(what);
const data = z.record(z.string(), z.unknown()).optional().describe('More of it, as an object.');

interface Given {
  readonly pass?: string | undefined;
  readonly text?: string | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly report?: string | undefined;
}

/** The same words as those of `mam event`. The token in the pass or the environment says for which attempt they count, and for no other. */
export function addJobTools(server: McpServer, env: Environment): void {
  const tell = (kind: JobSignal, given: Given): CallToolResult => {
    const request: EventRequest = {
      kind,
      text: given.text ?? '',
      data: given.data ?? null,
      job: null,
      attempt: null,
      pass: given.pass ?? null,
      report: given.report === undefined ? null : { text: given.report },
    };
    const said = say(request, env);
    if (said.ok) return answer(JSON.stringify(said.value));
    const { code, text: sentence, params } = said.error;
    return { ...answer(`${fill(sentence, params)} [${code}]`), isError: true };
  };
  const annotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

  server.registerTool(
    'job_started',
    { description: 'Say that you begin with your job, before anything else.', inputSchema: { pass }, annotations },
    (given) => tell('started', given),
  );
  server.registerTool(
    'job_progress',
    {
      description: 'Say what you have done so far, after each larger step.',
      inputSchema: { pass, text: text('What you have done.'), data },
      annotations,
    },
    (given) => tell('progress', given),
  );
  server.registerTool(
    'job_permission_required',
    {
      description: 'Say what you need a person to allow or answer, before you wait for it.',
      inputSchema: { pass, text: text('What you need.') },
      annotations,
    },
    (given) => tell('permission_required', given),
  );
  server.registerTool(
    'job_completed',
    {
      description: 'Hand in your report and say that you are done, checks included. It is the last thing that you do.',
      inputSchema: {
        pass,
        report: z
          .string()
          .optional()
          .describe(
            'The whole report in Markdown. A review ends with its verdict line. Leave it out where the brief asks for no file.',
          ),
        text: z.string().optional().describe('One line about it.'),
      },
      annotations,
    },
    (given) => tell('completed', given),
  );
  server.registerTool(
    'job_error',
    {
      description: 'Say why you can’t go on with your job at all.',
      inputSchema: { pass, text: text('What keeps you from going on.') },
      annotations,
    },
    (given) => tell('error', given),
  );
}

const answer = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });
