import { adviceOf, type Advice } from '../../core/autotune/advice.ts';
import { standingOf, type AdviceStanding } from '../../core/autotune/hand.ts';
import { observedLanes } from '../../core/autotune/observe.ts';
import { isTuned, wantsTuning } from '../../core/autotune/tune.ts';
import type { Recommendation } from '../../core/autotune/types.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import type { AdviceMark, AutotuneLane, AutotunePage } from '../../protocol/webview.ts';
import { poolLines } from './poolWords.ts';
import { currentLoop } from './select.ts';
import type { ViewContext } from './viewContext.ts';

/** How many passes of a lane are drawn, and how many tasks are looked at for them. */
const most = 20;
const mostRuns = 50;

/** What lanes took of late, and what to change about them. */
export function autotuneView(ctx: ViewContext, state: State): AutotunePage {
  const loop = currentLoop(state);
  const advice = adviceOf(state);
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
    const judged = advice?.events.find((one) => one.kind === 'evaluated' && one.agent === agent);
    const row = advice?.recommendations.find((one) => one.role === role && one.agent === agent);
    return {
      lane: `${ctx.t(role)} · ${agent}`,
      role,
      agent,
      seconds: seconds.slice(-most),
      median: judged?.kind === 'evaluated' ? judged.medianElapsedS : null,
      threshold: judged?.kind === 'evaluated' ? judged.flagThresholdS : null,
      failures: ctx.t('{failed} of {count} failed', { failed, count }),
      advice: advice && row ? adviceMark(ctx, state, advice, row) : null,
    };
  });
  return {
    note: noteOf(ctx, loop === null ? null : { isOn: wantsTuning(loop), works: isTuned(loop) }),
    pool: loop === null ? '' : poolLines(ctx, loop).join(' '),
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

/** A recommendation in words, how it stands, and what a person may do about it; null once it was put away. */
function adviceMark({ t }: ViewContext, state: State, advice: Advice, row: Recommendation): AdviceMark | null {
  const now = standingOf(state, advice, row);
  if (now.kind === 'dismissed') return null;
  const what = row.direction === 'strengthen' ? t('slow and failing: think harder') : t('slow: think less');
  const params = { from: row.effortFrom ?? '-', to: now.wanted ?? '-', left: row.cooldownRemaining };
  const isOpen = now.kind !== 'acted' && now.kind !== 'byHand';
  return {
    words: now.wanted === null ? what : `${what}, ${t('{from} → {to}', params)}`,
    standing: standingWords(t, now, params),
    apply: isOpen && now.wanted !== null,
    dismiss: isOpen,
  };
}

function standingWords(
  t: ViewContext['t'],
  { kind }: AdviceStanding,
  params: { readonly from: string; readonly left: number },
): string {
  switch (kind) {
    case 'acted':
      return t('applied');
    case 'byHand':
      return t('applied by hand');
    case 'cooling':
      return t('cooling down {left}', params);
    case 'fixed':
      return t('stays at {from}', params);
    default:
      return t('suggested');
  }
}
