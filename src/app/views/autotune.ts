import { observedLanes } from '../../core/autotune/observe.ts';
import { isTuned } from '../../core/autotune/tune.ts';
import type { Recommendation } from '../../core/autotune/types.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import type { AutotuneLane, AutotunePage } from '../../protocol/webview.ts';
import { currentLoop } from './select.ts';
import type { ViewContext } from './viewContext.ts';

/** How many passes of a lane are drawn, and how many tasks are looked at for them. */
const most = 20;
const mostRuns = 50;

/** What lanes took of late, and what to change about them. */
export function autotuneView(ctx: ViewContext, state: State): AutotunePage {
  const loop = currentLoop(state);
  const tuning = Object.values(state.loops)
    .findLast(({ tunings = [] }) => tunings.length > 0)
    ?.tunings?.at(-1);
  const byLane = new Map<
    string,
    { readonly role: string; readonly agent: string; readonly seconds: number[]; failed: number; count: number }
  >();
  for (const run of settledRuns(state).slice(-mostRuns))
    for (const { role, agent, elapsedS, status } of observedLanes(run)) {
      const key = `${role}||${agent}`;
      const lane = byLane.get(key) ?? { role, agent, seconds: [], failed: 0, count: 0 };
      byLane.set(key, lane);
      lane.count += 1;
      if (status !== 'completed') lane.failed += 1;
      if (elapsedS !== null) lane.seconds.push(elapsedS);
    }
  const lanes = [...byLane.values()].map(({ role, agent, seconds, failed, count }): AutotuneLane => {
    const row = tuning?.recommendations.find((one) => one.role === role && one.agent === agent);
    const judged = tuning?.events.find((one) => one.kind === 'evaluated' && one.agent === agent);
    return {
      lane: `${ctx.t(role)} · ${agent}`,
      seconds: seconds.slice(-most),
      median: judged?.kind === 'evaluated' ? judged.medianElapsedS : null,
      threshold: judged?.kind === 'evaluated' ? judged.flagThresholdS : null,
      failures: ctx.t('{failed} of {count} failed', { failed, count }),
      words: row ? recommendationWords(ctx, row) : '',
      flagged: row !== undefined,
    };
  });
  return {
    note: noteOf(ctx, loop === null ? null : { isOn: loop.options.autotune !== undefined, works: isTuned(loop) }),
    lanes,
  };
}

function settledRuns({ loops, runs }: State): readonly Run[] {
  return Object.values(loops).flatMap(({ cycles = [] }) => cycles.flatMap(({ run }) => runs[run] ?? []));
}

function noteOf({ t }: ViewContext, loop: { readonly isOn: boolean; readonly works: boolean } | null): string {
  if (loop === null || !loop.isOn) return t('Efforts are not changed by themselves: mam.autotune.enabled is off.');
  if (loop.works) return t('Efforts of slow lanes are changed for the next task.');
  return t('Several tasks are at work at once, so efforts are not changed: mam.autotune.atOnce is off.');
}

/** A recommendation in words. */
function recommendationWords({ t }: ViewContext, row: Recommendation): string {
  const params = { from: row.effortFrom ?? '-', to: row.effortTo ?? '-', left: row.cooldownRemaining };
  const what = row.direction === 'strengthen' ? t('slow and failing: think harder') : t('slow: think less');
  if (row.actuated) return `${what}, ${t('{from} → {to}', params)}`;
  return row.cooldownRemaining > 0
    ? `${what}, ${t('cooling down {left}', params)}`
    : `${what}, ${t('stays at {from}', params)}`;
}
