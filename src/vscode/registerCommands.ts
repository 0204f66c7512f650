import { commands as vscodeCommands } from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import type { Log } from '../app/ports/system.ts';
import type { EngineLink } from './engineLink.ts';
import { commandArguments } from './commandArguments.ts';
import { commandId, commandNames, isFree, type CommandName, type FreeCommand } from './ids.ts';
import { showProblem } from './notify.ts';
import { explainPhase } from './explainPhase.ts';

interface Deps {
  readonly link: EngineLink;
  readonly log: Log;
  /** What needs no engine. */
  readonly handlers: Readonly<Record<FreeCommand, (given?: unknown) => unknown>>;
}

/** Registers every command at once; what needs the engine loads it first. */
export const registerCommands = ({ link, log, handlers }: Deps): Disposable => {
  const run = async (name: CommandName, given: readonly unknown[]): Promise<void> => {
    if (isFree(name)) return void (await handlers[name](given[0]));
    const engine = await link.need();
    if (engine === null) return link.problem === null ? explainPhase(link.phase) : showProblem(link.problem);
    await engine.interactions.handlers[name](...commandArguments(name, given));
  };
  const store = new DisposableStore();
  for (const name of commandNames) {
    store.add(
      vscodeCommands.registerCommand(commandId(name), async (...given: unknown[]) => {
        try {
          await run(name, given);
        } catch (error) {
          log.error(`command ${name} failed`, {
            error: error instanceof Error ? (error.stack ?? error.message) : String(error),
          });
          throw error;
        }
      }),
    );
  }
  return store;
};
