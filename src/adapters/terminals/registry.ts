import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Disposable } from '../../base/disposable.ts';
import type { Terminals } from '../../app/ports/terminals.ts';
import type { Backend } from '../../core/agentSession/types.ts';
import type { runProcess } from '../process/run.ts';
import type { FindProgram } from '../process/shellPath.ts';
import type { SessionClient } from '../process/supervisor/sessionClient.ts';
import { createHeadlessTerminals } from './headless/headlessTerminals.ts';
import { createHerdrTerminals } from './herdr/herdrTerminals.ts';
import { createTmuxTerminals } from './tmux/tmuxTerminals.ts';

export interface PlacesOptions {
  readonly controlRoot: string;
  /** `mam.herdr.session`, as it is now. */
  readonly herdrSession: () => string;
  /** MAM's own folder of the control root, which names it. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly run: typeof runProcess;
  readonly find: FindProgram;
  /** The first process of a place. */
  readonly program: readonly [string, ...string[]];
  /** Of the supervisor that serves the folder. */
  readonly client: SessionClient;
  readonly version: string;
  readonly watchFolder: (folder: string, onChange: () => void) => Disposable;
}

/** Every backend that can be used without a screen of the host's own. What is missing for one, its `probe` says. */
export function createPlaces(options: PlacesOptions): Readonly<Partial<Record<Backend, Terminals>>> {
  const { folder, client, version, watchFolder, controlRoot, herdrSession, ...shared } = options;
  const fingerprint = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  return {
    tmux: createTmuxTerminals({
      ...shared,
      watchFolder,
      socket: `mam-${fingerprint}`,
      folder: join(folder, 'places/tmux'),
    }),
    headless: createHeadlessTerminals({
      client,
      version,
      watchFolder,
      supervisor: folder,
      folder: join(folder, 'places/headless'),
    }),
    herdr: createHerdrTerminals({
      env: options.env,
      program: options.program,
      watchFolder,
      controlRoot,
      chosen: herdrSession,
      folder: join(folder, 'places/herdr'),
    }),
  };
}
