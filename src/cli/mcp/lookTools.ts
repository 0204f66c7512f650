import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { askMam, type AskDeps } from '../../host/askMam.ts';
import { lookTools } from '../../protocol/lookTools.ts';
import { inputTrouble } from '../../protocol/toolInput.ts';

/** What can be looked at: the same as in the editor's chat. */
export function addLookTools(server: McpServer, deps: AskDeps): void {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  for (const tool of lookTools) {
    const { name, description, input, command } = tool;
    const look = async (given: unknown): Promise<CallToolResult> => {
      const asked = command(given);
      if (asked === null) throw new Error(inputTrouble(tool, given));
      const { text, isError } = await askMam(deps, asked);
      return { content: [{ type: 'text', text }], ...(isError ? { isError } : {}) };
    };
    server.registerTool(name, { description, inputSchema: input.shape, annotations }, look);
  }
}
