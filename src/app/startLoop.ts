import { problem, type Problem } from '../base/problem.ts';
import { err } from '../base/result.ts';
import { parseMix } from '../core/mix/parse.ts';
import type { ModelWishes } from '../core/model/types.ts';
import type { Settings } from '../protocol/settings.ts';
import type { App } from './app.ts';
import { clampLoop } from './clampLoop.ts';
import { createLoopOptions } from './loopOptions.ts';
import type { Orchestrator } from './orchestrator.ts';
import type { Places } from './places.ts';
import type { Ports } from './ports.ts';
import type { QueueAdvice } from './recommend/queueAdvice.ts';
import { adviseLoop } from './recommend/adviseLoop.ts';

interface Deps {
  readonly ports: Ports;
  readonly places: Places;
  readonly orchestrator: Orchestrator;
  readonly settings: () => Settings;
  /** What the environment says of models. */
  readonly modelWishes: ModelWishes;
  /** Looks at the repository as it is now, and says why nothing can be started. */
  readonly look: () => Promise<Problem | null>;
  readonly advice: QueueAdvice;
}

const cancelled = (): Problem => problem('loop.startCancelled', 'Nothing was started: it was cancelled before.');

/** Starts a loop with what a person chose; everything else comes from the settings of now. */
export const createStartLoop =
  ({ ports, places, orchestrator, ...deps }: Deps): App['startLoop'] =>
  async (request, actor, signal) => {
    const why = await deps.look();
    if (why) return err(why);
    const settings = deps.settings();
    const mix = parseMix(settings['mam.agentMix']);
    if (!mix.ok) return mix;
    const options = await createLoopOptions(request, settings, ports.agents, places, deps.modelWishes);
    if (!options.ok) return options;
    // A task would only come to ask the same.
    const base = options.value.source ? null : await ports.git.resolveBase(settings['mam.base'] || null);
    if (base?.ok === false) return base;
    const clamped = await clampLoop(options.value, settings, ports);
    // The last moment at which nothing is begun.
    if (signal?.aborted) return err(cancelled());
    const started = await orchestrator.dispatch(
      {
        type: 'startLoop',
        options: clamped,
        claims: request.claims,
        ...(request.given ? { given: request.given } : {}),
        mix: mix.value,
        queueFile: places.queue,
      },
      actor,
    );
    if (started.ok && options.value.tasks === null && !request.given)
      await adviseLoop(deps.advice, settings['mam.queue.applyRecommendations'], actor, ports.log);
    return started;
  };
