import { atMost } from '../base/atMost.ts';
import { Line } from '../base/line.ts';
import { openAttempt } from '../core/delegation/attempts.ts';
import { isArtifactNews } from '../core/delegation/artifacts.ts';
import { isReportNews } from '../core/delegation/report.ts';
import type { DelegatedJob } from '../core/delegation/types.ts';
import { createEvidence } from './agentSession/evidence.ts';
import { lookAtPlace, newMemory } from './agentSession/look.ts';
import { createReconcile } from './agentSession/reconcile.ts';
import { elsewhere, isWatched } from './agentSession/watched.ts';
import { lookAtArtifacts } from './delegation/lookAtArtifacts.ts';
import { attemptFiles } from './delegation/attemptFiles.ts';
import { sightOf } from './delegation/sightOf.ts';
import type { UseCaseDeps } from './useCases.ts';

/** How long looking around may take altogether, in milliseconds: somebody waits for an answer. */
const mostMs = 4000;
/** Reports that are looked at at once. */
const mostLooks = 16;
const self = { kind: 'host', id: 'look' } as const;

type Deps = Pick<UseCaseDeps, 'ports' | 'places' | 'orchestrator' | 'isWatched'>;

/**
 * Looks once at everything that agents may have changed, where no host does so all the time; else it does nothing. What a
 * place that hangs would tell is not waited for.
 */
export const createLookOnce = (deps: Deps) => async (): Promise<void> => {
  if (deps.isWatched()) return;
  const { clock, log } = deps.ports;
  const looked = Promise.all([lookAtSessions(deps), lookAtReports(deps)]).then(
    () => undefined,
    (error: unknown) => log.error('a look at sessions and reports failed', { reason: String(error) }),
  );
  await atMost(looked, clock, mostMs);
};

async function lookAtSessions({ ports, orchestrator }: Deps): Promise<void> {
  const { terminals, signs, machine, clock, log } = ports;
  await createReconcile({ ...ports, orchestrator })();
  const evidence = createEvidence({ orchestrator, clock, log });
  const look = async (session: Parameters<typeof lookAtPlace>[0]): Promise<void> => {
    const place = terminals[session.backend];
    if (place) await lookAtPlace(session, place, newMemory(), clock.now(), { signs, evidence, machine });
    else {
      const of = { session: session.id, generation: session.generation };
      evidence.sight(of, 'process', { kind: 'unobservable', problem: elsewhere(session) });
    }
  };
  await Promise.all(Object.values(orchestrator.state.agentSessions).filter(isWatched).map(look));
  await evidence.settled();
}

async function lookAtReports({ ports, places, orchestrator }: Deps): Promise<void> {
  const looks = new Line(mostLooks);
  const look = async (job: DelegatedJob): Promise<void> => {
    const attempt = openAttempt(job);
    if (!attempt || attempt.delivery.kind === 'waiting') return;
    const files = attemptFiles(places.jobs, job.id, attempt.attempt);
    if (!files.ok) return;
    const { report, manifest } = files.value;
    const there = await lookAtArtifacts(job, attempt, ports.files);
    const found = await looks.run(() => ports.reports.look({ jobs: places.jobs, report, manifest }));
    const sight = { attempt: attempt.attempt, ...sightOf(job, attempt, found) };
    await looks.drained();
    const others = { type: 'sightArtifacts', job: job.id, attempt: attempt.attempt, there } as const;
    if (isArtifactNews(orchestrator.state.delegations[job.id], others)) await orchestrator.dispatch(others, self);
    if (!isReportNews(orchestrator.state.delegations[job.id], sight)) return;
    await orchestrator.dispatch({ type: 'sightReport', job: job.id, ...sight }, self);
  };
  await Promise.all(Object.values(orchestrator.state.delegations).map(look));
}
