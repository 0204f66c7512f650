import type { Problem } from '../base/problem.ts';
import type { Result } from '../base/result.ts';
import type { Actor } from '../core/actor.ts';
import type { Command } from '../core/command.ts';
import type { DomainEvent } from '../core/event.ts';

type Answer = Result<readonly DomainEvent[], Problem>;

/** A command that waits for its turn. */
export interface Asked {
  readonly command: Command;
  readonly actor: Actor;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** The host's event loop stands still while a group is decided. */
const mostTogether = 100;

/**
 * Commands one after another, in the order in which they came. What came while the log was busy is decided together and
 * becomes durable together, since a thousand transactions take many times as long as one of a thousand events. `isFenced`
 * tells apart what must not share a transaction; `decide` answers every command of its group, or rejects.
 */
export function createCommandLine(
  isFenced: (command: Command) => boolean,
  decide: (group: readonly Asked[], isFenced: boolean) => Promise<void>,
): (command: Command, actor: Actor) => Promise<Answer> {
  const line: Asked[] = [];
  let isWorking = false;

  const take = (fenced: boolean): readonly Asked[] => {
    const end = line.findIndex(({ command }) => isFenced(command) !== fenced);
    return line.splice(0, Math.min(end === -1 ? line.length : end, mostTogether));
  };
  const decideAll = async (group: readonly Asked[], fenced: boolean): Promise<void> => {
    try {
      await decide(group, fenced);
    } catch (error) {
      // A bug in one decision must not be taken for the answer of the others.
      if (group.length > 1) for (const one of group) await decideAll([one], fenced);
      else group[0]?.reject(error);
    }
  };
  const work = async (): Promise<void> => {
    isWorking = true;
    for (let [first] = line; first; [first] = line) {
      const fenced = isFenced(first.command);
      await decideAll(take(fenced), fenced);
    }
    isWorking = false;
  };
  return (command, actor) =>
    new Promise((resolve, reject) => {
      line.push({ command, actor, resolve, reject });
      if (!isWorking) void work();
    });
}
