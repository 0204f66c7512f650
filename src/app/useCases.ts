import type { DisposableStore } from '../base/disposable.ts';
import type { Problem } from '../base/problem.ts';
import type { Privacy } from '../core/privacy/privacy.ts';
import type { App } from './app.ts';
import type { AppConfig } from './appConfig.ts';
import { createAppSessions } from './agentSession/appSessions.ts';
import { createApply } from './apply/appApply.ts';
import { createAppDelegation } from './delegation/appDelegation.ts';
import { createBusAccess } from './bus/access.ts';
import { createBatches } from './batch/appBatch.ts';
import { createPatches } from './patch/appPatch.ts';
import { createTeams } from './team/appTeam.ts';
import { createEvidence } from './evidence/gather.ts';
import type { followWorktrees } from './followWorktrees.ts';
import { createForeignLedger } from './foreignLedger.ts';
import { createHandIn } from './handIn.ts';
import { createLookOnce } from './lookOnce.ts';
import { readNamedLoop } from './loop/namedLoop.ts';
import { createOpenIssue } from './openIssue.ts';
import type { Orchestrator } from './orchestrator.ts';
import { createOverlapCheck } from './overlap/check.ts';
import type { Places } from './places.ts';
import { createQueueEdits } from './queue/queueEdits.ts';
import { createQueueAdvice } from './recommend/queueAdvice.ts';
import type { Ports } from './ports.ts';
import type { OwnerInfo } from './ports/eventStore.ts';
import { createReadings } from './readings.ts';
import { createRescues } from './rescues.ts';
import { createAppStart } from './start/appStart.ts';
import { createStartLoop } from './startLoop.ts';
import { createAppTick } from './tick/appTick.ts';
import { verifyAll } from './verifyEvidence.ts';
import { createAppWorktrees } from './worktree/appWorktrees.ts';
import type { Settled } from './settlement.ts';

/** What the use cases share. */
export interface UseCaseDeps extends AppConfig {
  readonly ports: Ports;
  readonly places: Places;
  readonly orchestrator: Orchestrator;
  /** Dispatches a command once the log has proved to be whole, where the command needs that. */
  readonly proven: Orchestrator['dispatch'];
  /** Asks for one effect, and waits for how it ended. */
  readonly settled: Settled;
  readonly disposables: DisposableStore;
  readonly privacy: () => Privacy;
  readonly preferredBase: () => string | null;
  readonly worktrees: ReturnType<typeof followWorktrees>;
  readonly refresh: () => Promise<void>;
  /** What keeps new work from being done here. */
  readonly obstacle: () => Problem | null;
  readonly trouble: () => Problem | null;
  readonly reopen: () => Promise<void>;
  /** Whether this host carries effects out, and not another one. */
  readonly isOwner: () => boolean;
  /** Who carries effects out now; null where nobody does. */
  readonly owner: () => OwnerInfo | null;
  /** Whether a host, this one or another, watches sessions and reports. */
  readonly isWatched: () => boolean;
}

/** What a person can do with the application, a line each. */
export function createUseCases(deps: UseCaseDeps) {
  const { ports, places, orchestrator, proven, settled, privacy, refresh } = deps;
  const state = () => orchestrator.state;
  const checkOverlap = createOverlapCheck({ ...deps, state });
  const steps = {
    ...deps,
    dispatch: proven,
    overlap: checkOverlap,
    openIssue: createOpenIssue({ privacy, orchestrator, settled }),
    look: async () => {
      await refresh();
      return deps.obstacle();
    },
  };
  const agentSessions = createAppSessions(deps);
  const queueAdvice = createQueueAdvice({
    ...steps,
    files: ports.files,
    state,
    overlaps: () => deps.worktrees.overlaps,
    edits: createQueueEdits({ ...steps, state }),
  });
  const startLoop = createStartLoop({ ...steps, advice: queueAdvice });
  return {
    checkOverlap,
    openIssue: steps.openIssue,
    handIn: createHandIn({ dispatch: proven, state }),
    startLoop,
    startNamedLoop: async (wish, actor) => {
      const request = await readNamedLoop(wish, { ...deps, state });
      return request.ok ? startLoop(request.value, actor) : request;
    },
    runBatch: createBatches(steps),
    proposePatch: createPatches(steps),
    runTeam: createTeams(steps),
    tick: createAppTick(steps, steps.look),
    ...createAppStart(steps),
    mergeLocally: (run, actor) => settled(`${run}/merge`, { type: 'mergeLocally', run }, actor),
    ...createAppWorktrees({ ...steps, agentSessions }),
    deleteBranch: (run, actor) => settled(`${run}/delete-branch`, { type: 'deleteBranch', run }, actor),
    applyPatch: createApply(steps),
    queueAdvice,
    agentSessions,
    lookOnce: createLookOnce(deps),
    delegation: createAppDelegation({ ...deps, choose: (...choice) => agentSessions.answer(...choice) }),
    rescues: createRescues(steps),
    ...createReadings(ports, places, privacy, state),
    gateEvidence: createEvidence({
      ports,
      places,
      sourceRoot: deps.facts.sourceRoot,
      privacy,
      state,
      refresh,
      allowedChecks: () => deps.settings()['mam.checks.allowed'],
      validate: (run, actor) => settled(`${run}/validate`, { type: 'validateRun', run }, actor),
    }),
    bus: createBusAccess(deps),
    verify: () => verifyAll(ports, orchestrator, places, privacy()),
    ...createForeignLedger({
      ...steps,
      reopen: async () => {
        await refresh();
        await deps.reopen();
      },
    }),
  } satisfies Partial<App>;
}
