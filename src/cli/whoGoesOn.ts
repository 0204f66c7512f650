import type { App } from '../app/app.ts';
import type { Cli } from './cli.ts';

/** Who does the work that a decision set free: the host that runs already, or the person by a command. */
export const whoGoesOn = (cli: Cli, app: App): string =>
  app.owner === null
    ? cli.t('Next: {command}', { command: `${cli.self} resume` })
    : cli.t('{owner} goes on with it.', { owner: app.owner.label });
