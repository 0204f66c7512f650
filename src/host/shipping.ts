import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { problem, type Problem } from '../base/problem.ts';
import type { Commands } from '../app/ports/commands.ts';
import type { Shipping } from '../app/ports/shipping.ts';
import { withoutNpm } from '../adapters/agents/withoutNpm.ts';
import { createCommands, type CommandsOptions } from '../adapters/process/commands.ts';
import { userState } from '../adapters/store/userState.ts';
import type { Settings } from '../protocol/settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that stop all shipping unless they are empty or 0. */
const switches = ['BIDMATE_SHIP_KILL_SWITCH', 'MAM_SHIP_KILL_SWITCH'];

/** Shipping on this machine: kill switches from the settings, the environment and the user's state folder. */
export const createShipping = (deps: {
  readonly commands: Commands;
  readonly settings: () => Settings;
  readonly env: Environment;
  readonly stateFolder: string;
}): Shipping => ({
  refused: async () => {
    if (deps.settings()['mam.ship.killSwitch']) return killed('mam.ship.killSwitch');
    const variable = switches.find((name) => !['', '0', undefined].includes(deps.env[name]?.trim()));
    if (variable !== undefined) return killed(variable);
    const file = join(deps.stateFolder, 'KILL');
    // A file that can't be looked at may be there: only its certain absence lets anything ship.
    const absent = await access(file).then(
      () => false,
      (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT',
    );
    return absent ? null : killed(file);
  },
  run: (spec, signal) => deps.commands.run(spec, signal),
});

const killed = (name: string): Problem =>
  problem(
    'ship.killed',
    'Nothing ships while the kill switch {switch} is set. Take it away when shipping is safe again.',
    {
      switch: name,
    },
  );

/** What would make a program of the person's behave as a part of MAM, of the editor, or of another repository. */
const foreign = /^(?:GIT_(?!SSH|ASKPASS)|MAM_(?!SHIP_)|VSCODE_|ELECTRON_|NODE_OPTIONS$|npm_)/;

/** The environment of the ship command: the person's own with its credentials, which no other child of MAM gets. */
export const shipEnvironment = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]): [string, string][] =>
      value === undefined || foreign.test(name) ? [] : [[name, value]],
    ),
  );

/** Shipping of a host: the person's own command, looked for where their agents are. */
export const createHostShipping = (
  deps: Pick<CommandsOptions, 'supervisor' | 'folder' | 'find'> & {
    readonly settings: () => Settings;
    readonly env: Environment;
  },
): Shipping =>
  createShipping({
    commands: createCommands({ ...deps, env: shipEnvironment(withoutNpm(deps.env)) }),
    settings: deps.settings,
    env: deps.env,
    stateFolder: userState(deps.env),
  });
