import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { addJobTools } from './jobTools.ts';
import type { AskDeps } from '../../host/askMam.ts';
import { addLookTools } from './lookTools.ts';

export interface McpDeps extends AskDeps {
  readonly version: string;
}

const instructions =
  'Tools of MAM, which runs a team of coding agents on this repository. The job_ tools say how the job that you were given goes, and hand in its report. The mam_ tools only look. Nothing here approves, ships or starts anything.';

/**
 * A server whose tools say what `mam event` says, and look at what MAM knows. Whoever calls it is an agent or an editor's
 * model, so that none of its tools does what only a person may do.
 */
export function createMcpServer(deps: McpDeps): McpServer {
  const server = new McpServer({ name: 'mam', title: 'MAM', version: deps.version }, { instructions });
  addJobTools(server, deps.env);
  addLookTools(server, deps);
  return server;
}
