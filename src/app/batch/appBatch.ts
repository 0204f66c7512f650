import type { Disposable } from '../../base/disposable.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import type { Batch } from '../../core/batch/types.ts';
import { openEffects } from '../../core/loop/phases.ts';
import type { ModelWishes } from '../../core/model/types.ts';
import type { Settings } from '../../protocol/settings.ts';
import { worktreesFolder } from '../loopOptions.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Places } from '../places.ts';
import type { Ports } from '../ports.ts';
import type { AgentStatus } from '../ports/agents.ts';
import { withdrawn } from '../withdrawn.ts';
import { gatherBatchChange } from './gatherChange.ts';
import { agentsOf, planBatch, type PlanDeps } from './planBatch.ts';
import type { BatchRequest } from './request.ts';
import { mixCandidates } from './staffSeats.ts';

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
 * Plans a batch of read lanes, records it, and starts it where that was asked for and nothing is in the way. Before
 * anything is started every agent is asked whether it is there and who is signed in; a dry run asks nobody. Resolves with
 * the batch as it is recorded; how it goes on shows in the state. With `signal` aborted before that, nothing is recorded.
 */
export const createBatches =
  ({ ports, places, orchestrator, look, disposables, ...deps }: Deps) =>
  async (request: BatchRequest, actor: Actor, signal?: AbortSignal): Promise<Result<Batch, Problem>> => {
    const why = await look();
    if (why) return err(why);
    const settings = deps.settings();
    const { state } = orchestrator;
    const change = await gatherBatchChange(request, { git: ports.git, state, settings });
    const changed = await ports.git.changedPaths();
    const about = change.ok ? { found: change.value } : { missing: change.error };
    const plan = (statuses: PlanDeps['statuses']) =>
      planBatch(request, about, {
        state: orchestrator.state,
        settings,
        modelWishes: deps.modelWishes,
        agents: ports.agents,
        worktreesRoot: worktreesFolder(settings, places.controlRoot),
        statuses,
        uncommitted: changed.ok && changed.value.length > 0,
      });
    const dry = plan({});
    const ready = request.execute && dry.blockers.length === 0;
    // Whoever may be chosen is asked, so that nobody is chosen who can't work.
    const free = request.agent === null || request.dual;
    const candidates = free ? mixCandidates({ agents: ports.agents, settings, statuses: {} }).map(({ id }) => id) : [];
    const final = ready ? plan(await askAgents(ports, [...new Set([...agentsOf(dry.seats), ...candidates])])) : dry;
    if (signal?.aborted) return err(withdrawn());
    const done = await orchestrator.dispatch({ type: 'startBatch', plan: final }, actor);
    if (!done.ok) return done;
    const started = done.value.find((event) => event.type === 'batchStarted');
    if (!started) throw new Error('a batch without its event');
    return started.batch.decision === 'running' ? ended(orchestrator, started.batch, disposables) : ok(started.batch);
  };

async function askAgents({ agents }: Ports, ids: readonly string[]): Promise<Readonly<Record<string, AgentStatus>>> {
  return Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await agents.probe(id)] as const)));
}

/** The batch once it has ended and its checkouts are cleared away, whoever runs its lanes. */
function ended(
  orchestrator: Orchestrator,
  batch: Batch,
  disposables: Deps['disposables'],
): Promise<Result<Batch, Problem>> {
  return new Promise((resolve) => {
    const look = (): void => {
      const now = orchestrator.state.batches[batch.id];
      if (now && (now.decision === 'running' || openEffects(orchestrator.state, now).length > 0)) return;
      listening.dispose();
      resolve(ok(now ?? batch));
    };
    const listening = orchestrator.onDidChange(look);
    disposables.add({
      dispose: () =>
        resolve(err(problem('app.closed', 'MAM closed before this was finished. It goes on when it is opened again.'))),
    });
    look();
  });
}
