import type { Disposable } from '../../base/disposable.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import type { ModelWishes } from '../../core/model/types.ts';
import { patchDecision } from '../../core/patch/decision.ts';
import type { PatchPlan } from '../../core/patch/types.ts';
import { isUnderWay } from '../../core/patch/underWay.ts';
import type { State } from '../../core/state.ts';
import type { Settings } from '../../protocol/settings.ts';
import { worktreesFolder } from '../loopOptions.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Places } from '../places.ts';
import type { Ports } from '../ports.ts';
import { withdrawn } from '../withdrawn.ts';
import { planPatch } from './planPatch.ts';
import type { PatchReport, PatchRequest } from './request.ts';

interface Deps {
  readonly ports: Ports;
  readonly places: Places;
  readonly orchestrator: Orchestrator;
  readonly settings: () => Settings;
  readonly modelWishes: ModelWishes;
  /** Looks at the repository as it is now, and says why nothing can be started. */
  readonly look: () => Promise<Problem | null>;
  readonly disposables: { add<T extends Disposable>(one: T): T };
}

/**
 * Plans one write lane and, where that is asked for, runs it to its proposal. A plan that is only looked at records
 * nothing; one that is to be run and can't be, or is stopped by `signal` before, is recorded as blocked, so that no older
 * proposal stands for it.
 */
export const createPatches =
  ({ ports, places, orchestrator, look, disposables, ...deps }: Deps) =>
  async (request: PatchRequest, actor: Actor, signal?: AbortSignal): Promise<Result<PatchReport, Problem>> => {
    const why = await look();
    if (why) return err(why);
    const settings = deps.settings();
    const plan = (statuses: Parameters<typeof planPatch>[1]['statuses']): PatchPlan =>
      planPatch(request, {
        state: orchestrator.state,
        settings,
        modelWishes: deps.modelWishes,
        agents: ports.agents,
        worktreesRoot: worktreesFolder(settings, places.controlRoot),
        statuses,
      });
    const dry = plan({});
    if (!request.execute) return ok(planned(dry));
    const isClear = dry.blockers.length === 0;
    const final = isClear ? plan({ [dry.agent]: await ports.agents.probe(dry.agent) }) : dry;
    const asked = signal?.aborted ? { ...final, blockers: [...final.blockers, withdrawn()] } : final;
    const done = await orchestrator.dispatch({ type: 'startPatch', plan: asked }, actor);
    if (!done.ok) return done;
    const first = done.value.find((event) => event.type === 'proposalMade');
    const run = first?.proposal.run ?? null;
    const reported = (state: State): PatchReport => {
      const { proposal } = state;
      const own = proposal !== null && proposal.run === run ? proposal : (first?.proposal ?? null);
      if (own === null) throw new Error('a write lane without its proposal');
      return { ...own, terms: final.terms, execute: true, decision: patchDecision(own.verdict) };
    };
    return run === null ? ok(reported(orchestrator.state)) : ended(orchestrator, run, reported, disposables);
  };

const planned = (plan: PatchPlan): PatchReport => ({
  execute: false,
  decision: plan.blockers.length > 0 ? 'blocked' : 'planned',
  verdict: null,
  run: null,
  task: plan.task?.id ?? null,
  session: plan.session,
  role: plan.role,
  agent: plan.agent,
  base: null,
  worktree: null,
  command: plan.command,
  terms: plan.terms,
  patch: '',
  clean: true,
  blockers: plan.blockers,
  warnings: plan.warnings,
});

/** What a run came to, once its worktree is cleared away and its loop has ended, whoever runs the lane. */
function ended(
  orchestrator: Orchestrator,
  run: string,
  reported: (state: State) => PatchReport,
  disposables: Deps['disposables'],
): Promise<Result<PatchReport, Problem>> {
  return new Promise((resolve) => {
    const look = (): void => {
      const { state } = orchestrator;
      const now = state.runs[run];
      if (!now || isUnderWay(state, now)) return;
      listening.dispose();
      resolve(ok(reported(state)));
    };
    const listening = orchestrator.onDidChange(look);
    disposables.add({
      dispose: () =>
        resolve(err(problem('app.closed', 'MAM closed before this was finished. It goes on when it is opened again.'))),
    });
    look();
  });
}
