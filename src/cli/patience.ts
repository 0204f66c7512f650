import type { Disposable } from '../base/disposable.ts';
import type { Translate } from '../base/problem.ts';
import type { EffectKind } from '../core/effect.ts';
import type { Run } from '../core/loop/types.ts';
import type { State } from '../core/state.ts';
import type { App } from '../app/app.ts';
import type { Cli } from './cli.ts';
import type { Followed } from './followLoop.ts';

/** How long a step may say nothing, in milliseconds. */
const silenceMs = 10_000;
const lookMs = 1000;

/** What takes its time and prints nothing meanwhile. A lane is no such step: it says itself what it is doing. */
const phrases = (t: Translate, seconds: number): Readonly<Partial<Record<EffectKind, string>>> => ({
  prepareRun: t('still preparing, {seconds} s', { seconds }),
  createWorktree: t('still making a worktree, {seconds} s', { seconds }),
  capturePatch: t('still capturing, {seconds} s', { seconds }),
  commitPatch: t('still committing, {seconds} s', { seconds }),
  runChecks: t('still running the checks, {seconds} s', { seconds }),
});

/** Remembers since when each step runs; each look gives a line for every step that was silent for too long. */
export function createPatience(t: Translate, followed: Followed): (state: State, now: number) => readonly string[] {
  const isFollowed = (run: Run | undefined): boolean => run !== undefined && followed.has(run);
  const steps = new Map<string, { readonly since: number; told: number }>();
  return (state, now) => {
    const open = Object.values(state.effects).filter(
      ({ effect, startedBy }) => startedBy !== null && effect.run !== null && isFollowed(state.runs[effect.run]),
    );
    for (const id of steps.keys()) if (!open.some(({ effect }) => effect.id === id)) steps.delete(id);
    return open.flatMap(({ effect }) => {
      const step = steps.get(effect.id) ?? { since: now, told: 0 };
      steps.set(effect.id, step);
      const due = Math.floor((now - step.since) / silenceMs);
      if (due <= step.told) return [];
      step.told = due;
      const phrase = phrases(t, (due * silenceMs) / 1000)[effect.kind];
      return phrase === undefined ? [] : [`${state.runs[effect.run ?? '']?.task.id ?? ''}  ${phrase}`];
    });
  };
}

/** Prints a line for each step of a loop that goes on in silence, until it is disposed. */
export function tellWhatTakesLong(
  { t, terminal }: Pick<Cli, 't' | 'terminal'>,
  app: App,
  followed: Followed,
): Disposable {
  const look = createPatience(t, followed);
  const timer = setInterval(() => {
    for (const line of look(app.state, performance.now())) terminal.out(terminal.paint.dim(line));
  }, lookMs);
  return { dispose: () => clearInterval(timer) };
}
