import assert from 'node:assert/strict';
import type { Actor } from '../../src/core/actor.ts';
import type { Command } from '../../src/core/command.ts';
import type { DomainEvent } from '../../src/core/event.ts';
import { CoreWorld, failedWith, person } from './core.ts';

/** How a command is answered: `ok`, or the code of its refusal, which must change nothing. */
export const codeOf = (world: CoreWorld, command: Command, actor: Actor = person): string => {
  const seq = world.state.seq;
  const done = world.do(command, actor);
  if (!done.ok) assert.equal(world.state.seq, seq, 'a refusal changes nothing');
  return done.ok ? 'ok' : done.error.code;
};
export const types = (events: readonly DomainEvent[]): readonly string[] => events.map((event) => event.type);
/** The events of a command that must be taken. */
export const eventsOf = (world: CoreWorld, command: Command, actor: Actor = person): readonly DomainEvent[] => {
  const done = world.do(command, actor);
  assert.ok(done.ok, done.ok ? '' : done.error.code);
  return done.value;
};
/** One run that waits for a person with an open gate. */
export const waiting = (): CoreWorld => new CoreWorld().start().playUntil();
/** A run that a failed commit parked. */
export const parked = (): CoreWorld => {
  const world = new CoreWorld().start().playUntil('commitPatch');
  world.settle(world.open('commitPatch')[0]!, failedWith());
  return world;
};
export const headOf = (world: CoreWorld): string => world.run().change?.head ?? '';
