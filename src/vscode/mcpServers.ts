import { join } from 'node:path';
import { EventEmitter, lm, McpStdioServerDefinition, Uri } from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import type { EngineLink } from './engineLink.ts';
import { mcpProvider } from './ids.ts';

/**
 * Offers MAM's own tools to the editor's chat, by the command that agents have them from. There are none before the
 * workspace is trusted and the engine is there; an editor without such servers is offered nothing.
 */
export const registerMcpServers = (link: EngineLink, version: string): Disposable => {
  const store = new DisposableStore();
  // Editors that are built on an older VS Code have no such function.
  const register: typeof lm.registerMcpServerDefinitionProvider | undefined = lm?.registerMcpServerDefinitionProvider;
  if (register === undefined) return store;
  const changed = store.add(new EventEmitter<void>());
  let offered = link.app;
  store.add(
    link.onDidChange(() => {
      if (offered === link.app) return;
      offered = link.app;
      changed.fire();
    }),
  );
  store.add(
    register.call(lm, mcpProvider, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => {
        const { app } = link;
        if (app === null) return [];
        const program = join(app.binFolder, process.platform === 'win32' ? 'mam.cmd' : 'mam');
        const server = new McpStdioServerDefinition('Multi-Agent Mux', program, ['mcp'], {}, version);
        server.cwd = Uri.file(app.facts.controlRoot);
        return [server];
      },
    }),
  );
  return store;
};
