// The language server's process: `--stdio` or `--node-ipc`, as the client asks.
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { createFileTree } from './fileTree.ts';
import { serve } from './serve.ts';

// Over IPC nothing else tells that the editor is gone until the next look at its process.
process.once('disconnect', () => process.exit());

const connection = createConnection(ProposedFeatures.all);
serve(connection, { files: createFileTree(), year: () => new Date().getFullYear() });
connection.listen();
