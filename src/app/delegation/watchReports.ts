import type { Clock } from '../../base/clock.ts';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { isArtifactNews } from '../../core/delegation/artifacts.ts';
import { openAttempt } from '../../core/delegation/attempts.ts';
import { Line } from '../../base/line.ts';
import { isReportNews } from '../../core/delegation/report.ts';
import { stillMs } from '../../core/delegation/stillness.ts';
import type { Attempt, DelegatedJob } from '../../core/delegation/types.ts';
import type { State } from '../../core/state.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Places } from '../places.ts';
import type { Files } from '../ports/files.ts';
import type { Reports } from '../ports/reports.ts';
import type { Log } from '../ports/system.ts';
import { artifactPath, lookAtArtifacts } from './lookAtArtifacts.ts';
import { attemptFiles, type AttemptFiles } from './attemptFiles.ts';
import { sightOf, type SeenReport } from './sightOf.ts';

export interface ReportWatch extends Disposable {
  /** Looks at the reports of exactly the attempts that are under way in this state. */
  follow(state: State): void;
}

interface Deps {
  readonly files: Pick<Files, 'watch' | 'changedAt'>;
  readonly reports: Reports;
  readonly clock: Clock;
  readonly log: Log;
  readonly places: Pick<Places, 'jobs'>;
  readonly orchestrator: Pick<Orchestrator, 'dispatch' | 'state'>;
}

const self = { kind: 'host', id: 'report watch' } as const;
/** A report without a manifest is looked at once more just before it would count as whole: an event may have been lost. */
const lookAgainMs = stillMs - 1_000;
/** Whoever hands in a report puts its manifest beside it at once: so long the first sight of a report alone is not told. */
const manifestMs = 100;
/** Looks under way at once. */
const mostLooks = 16;

/**
 * Gathers what is seen of reports: the exact file of each attempt, when something happens in its folder. It decides
 * nothing. Of one attempt one look runs at a time and at most one more waits, however much happens meanwhile.
 */
export function watchReports(deps: Deps): ReportWatch {
  const watched = new Map<string, Disposable>();
  const looks = new Line(mostLooks);
  let followed: State['delegations'] | null = null;
  return {
    follow(state) {
      if (state.delegations === followed) return;
      followed = state.delegations;
      const open = new Map<string, { readonly job: DelegatedJob; readonly attempt: Attempt }>();
      for (const job of Object.values(state.delegations)) {
        const attempt = job.status === 'running' ? openAttempt(job) : null;
        if (attempt && attempt.delivery.kind !== 'waiting') open.set(`${job.id}/${attempt.attempt}`, { job, attempt });
      }
      for (const [key, watch] of watched)
        if (!open.has(key)) {
          watch.dispose();
          watched.delete(key);
        }
      for (const [key, { job, attempt }] of open)
        if (!watched.has(key)) watched.set(key, watchOne(deps, looks, job, attempt));
    },
    dispose() {
      for (const watch of watched.values()) watch.dispose();
      watched.clear();
    },
  };
}

/** What is needed of job and attempt never changes while it is open. */
function watchOne(deps: Deps, looks: Line, job: DelegatedJob, attempt: Attempt): Disposable {
  const disposables = new DisposableStore();
  const paths = attemptFiles(deps.places.jobs, job.id, attempt.attempt);
  if (!paths.ok) return disposables;
  let [isDisposed, isLooking, isAskedAgain] = [false, false, false];
  let timer: Disposable | null = null;
  /** The report that was seen alone and not told yet. */
  let held = '';

  const lookOnce = async ({ report, manifest }: AttemptFiles): Promise<void> => {
    const look = await looks.run(() => deps.reports.look({ jobs: deps.places.jobs, report, manifest }));
    // Many are looked at when a host begins: what was seen of all of them is told together.
    await looks.drained();
    if (isDisposed) return;
    const seen = sightOf(job, attempt, look);
    const sight = seen.report;
    // Where something was told already, a change counts at once: it keeps the older one from counting as whole.
    if (sight && !sight.manifest && sight.sha256 !== held && !isTold()) {
      held = sight.sha256;
      lookLater(manifestMs);
      return;
    }
    const sighted = isReportNews(jobNow(), { attempt: attempt.attempt, ...seen }) ? await tell(seen) : 'known';
    // What could not be recorded is looked at again, too.
    if (sighted === 'failed' || (sight && !sight.manifest && (sighted === 'recorded' || timer === null)))
      lookLater(lookAgainMs);
  };
  const tell = async (seen: SeenReport): Promise<'recorded' | 'known' | 'failed'> => {
    const command = { type: 'sightReport', job: job.id, attempt: attempt.attempt, ...seen } as const;
    const told = await deps.orchestrator.dispatch(command, self);
    if (told.ok) return told.value.length > 0 ? 'recorded' : 'known';
    deps.log.warn('what was seen of a report could not be recorded', { code: told.error.code });
    return 'failed';
  };
  const lookAtOthers = async (): Promise<void> => {
    if (job.expectedArtifacts.length === 0) return;
    const there = await lookAtArtifacts(job, attempt, deps.files);
    if (isDisposed) return;
    const command = { type: 'sightArtifacts', job: job.id, attempt: attempt.attempt, there } as const;
    if (!isArtifactNews(jobNow(), command)) return;
    const seen = await deps.orchestrator.dispatch(command, self);
    if (!seen.ok) {
      deps.log.warn('what was seen of the files of a job could not be recorded', { code: seen.error.code });
      lookLater(lookAgainMs);
    }
  };
  const lookLater = (ms: number): void => {
    timer?.dispose();
    timer = isDisposed ? null : deps.clock.after(ms, look);
  };
  const jobNow = (): DelegatedJob | undefined => deps.orchestrator.state.delegations[job.id];
  const isTold = (): boolean =>
    jobNow()?.attempts.some((one) => one.attempt === attempt.attempt && one.report !== null) ?? false;
  const work = async (): Promise<void> => {
    try {
      do {
        isAskedAgain = false;
        // Before the report, which may be the last thing that its job waits for.
        await lookAtOthers();
        await lookOnce(paths.value);
      } while (isAskedAgain);
    } catch (error) {
      deps.log.error('a report could not be looked at', { job: job.id, reason: String(error) });
    } finally {
      isLooking = false;
    }
  };
  const look = (): void => {
    isAskedAgain = true;
    if (isLooking || isDisposed) return;
    isLooking = true;
    void work();
  };

  const others = job.expectedArtifacts.map((path) => artifactPath(job.workdir, path));
  for (const path of [paths.value.folder, ...others]) disposables.add(deps.files.watch(path, look));
  disposables.add({
    dispose: () => {
      isDisposed = true;
      isAskedAgain = false;
      timer?.dispose();
    },
  });
  look();
  return disposables;
}
