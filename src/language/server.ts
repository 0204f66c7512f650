// The language server's process: `--stdio` or `--node-ipc`, as the client asks.
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serve } from './serve.ts';

const connection = createConnection(ProposedFeatures.all);
serve(connection);
connection.listen();
