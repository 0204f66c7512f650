import { childTimeout } from '../../core/autoLoop/timeLeft.ts';
import type { Commands } from '../ports/commands.ts';
import type { EffectContext } from './handler.ts';

/** Commands of a loop: each may take what is left of its loop's time when it begins, whatever its own limit is. */
export const commandsInTime = (
  { commands, state, awakeMs }: Pick<EffectContext, 'commands' | 'state' | 'awakeMs'>,
  loop: string,
): Commands => ({
  run: (spec, signal) =>
    commands.run({ ...spec, timeoutMs: childTimeout(state().loops[loop], awakeMs(), spec.timeoutMs) }, signal),
});
