import { createRequire } from 'node:module';
import { findInstallation } from '../installation.ts';
import { join } from 'node:path';
import { exit } from '../cli.ts';
import type { Verb } from '../verb.ts';

/** A program of its own, since only few calls need what it loads. */
export const mcp: Verb = {
  name: 'mcp',
  summary: 'Serve the Model Context Protocol on standard input and output, for agents and editors',
  positional: '',
  positionals: [0, 0],
  options: {},
  run: async (cli) => {
    createRequire(import.meta.url)(join(findInstallation(cli.env).dist, 'mcp.cjs'));
    return exit.done;
  },
};
