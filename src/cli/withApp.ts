import type { App } from '../app/app.ts';
import { exit, type Cli, type OpenRequest } from './cli.ts';
import { fail } from './tell.ts';

/** Opens the application for one piece of work and closes it whatever happens. */
export async function withApp(cli: Cli, request: OpenRequest, work: (app: App) => Promise<number>): Promise<number> {
  const opened = await cli.open(request);
  if (!opened.ok) return fail(cli, opened.error, exit.blocked);
  try {
    return await work(opened.value);
  } finally {
    await opened.value.close();
  }
}
