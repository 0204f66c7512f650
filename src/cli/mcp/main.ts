import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ProblemError } from '../../base/problemError.ts';
import { currentFolder } from '../currentFolder.ts';
import { findInstallation } from '../installation.ts';
import { createMcpServer } from './server.ts';

/** The program behind `mam mcp`: a server of the Model Context Protocol on standard input and output. */
async function main([, ...args]: readonly string[]): Promise<void> {
  const own = dirname(fileURLToPath(import.meta.url));
  const cli = join(own, 'cli.cjs');
  // Anything but the bare call is a matter of the command line: its help, or what is wrong.
  if (args.length > 0) return void createRequire(import.meta.url)(cli);
  const { env } = process;
  const server = createMcpServer({
    env,
    cwd: env['MAM_CONTROL_ROOT'] || currentFolder(),
    version: findInstallation(env).version,
    program: [process.execPath, cli],
  });
  await server.connect(new StdioServerTransport());
  // The client is gone when it closes our input; nobody is left to serve.
  process.stdin.once('end', () => void server.close());
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof ProblemError)) throw error;
  process.stderr.write(`mam: ${error.message} [${error.problem.code}]\n`);
  process.exitCode = 1;
});
