import type { Problem } from '../base/problem.ts';
import { ProblemError } from '../base/problemError.ts';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import type { Privacy } from '../core/privacy/privacy.ts';
import type { Settings } from '../protocol/settings.ts';
import { clearHooks } from './apply/clearHooks.ts';
import { tickMs, type AwakeClock } from './awakeClock.ts';
import type { EffectRunner } from './effects/runner.ts';
import { excludeOwnFolders, isOriginalRunning, ledgerProblem } from './ledgerGuard.ts';
import { noticeHolder } from './leaseNotice.ts';
import { observeRefs } from './observeRefs.ts';
import { observeWorktrees } from './observeWorktrees.ts';
import type { Orchestrator } from './orchestrator.ts';
import type { Places } from './places.ts';
import type { Ports } from './ports.ts';
import type { OwnerInfo } from './ports/eventStore.ts';
import { createSessionsFile } from './agentSession/sessionsFile.ts';
import { createJobProjector } from './delegation/jobProjector.ts';
import { createProjector } from './projector.ts';

interface Deps {
  readonly ports: Ports;
  readonly places: Places;
  readonly orchestrator: Orchestrator;
  readonly runner: EffectRunner;
  readonly awake: AwakeClock;
  readonly settings: () => Settings;
  readonly privacy: () => Privacy;
  /** Never takes ownership: a short visit must not start what it would have to leave behind. */
  readonly mirrorOnly: boolean;
  /** Told the new epoch when this host becomes the owner, and null when it stops being it. */
  readonly onOwner: (epoch: number | null) => void;
  readonly onProblem: (problem: Problem | null) => void;
  /** Called every few seconds while this host is the owner: settings may have changed. */
  readonly onTick: () => void;
}

const self = { kind: 'host', id: 'owner' } as const;

/** What exactly one host of a control root does: hold ownership, run effects, write projections, renew leases. */
export interface OwnerDuties {
  start(): Promise<void>;
  /** From now on the contract files are written. Comparing thousands of them takes long, so nobody waits for it at the start. */
  showLedger(): void;
  stop(): Promise<void>;
  /** Looks at once whether the ledger may be written now, instead of at the next tick. */
  reopen(): Promise<void>;
  /** Stops at once because the log is gone: what runs is let go of. `stop` still has to follow. */
  halt(): void;
  readonly owner: OwnerInfo | null;
  readonly problem: Problem | null;
}

export function createOwnerDuties(deps: Deps): OwnerDuties {
  const { ports, places, orchestrator, runner, awake } = deps;
  const disposables = new DisposableStore();
  const projector = createProjector(ports, places, deps.privacy);
  const jobs = createJobProjector(ports, places, deps.privacy);
  const sessions = createSessionsFile(ports, places);
  let owner: OwnerInfo | null = null;
  let mine = false;
  let ledgerReady = false;
  let isShowing = false;
  let ticking: Promise<void> = Promise.resolve();
  let timer: Disposable | null = null;

  const acquire = async (): Promise<void> => {
    const got = await ports.store.ownership.acquire();
    const before = mine;
    mine = got.ok;
    owner = got.ok ? await ports.store.ownership.current() : got.error;
    if (mine !== before) deps.onOwner(got.ok ? got.value.epoch : null);
    if (mine && !before) await clearHooks(ports.git, ports.log);
  };

  const show = (): void => {
    if (!isShowing || !mine || !ledgerReady) return;
    projector.update(orchestrator.state);
    jobs.update(orchestrator.state);
    sessions.update(orchestrator.state);
  };

  const openLedger = async (): Promise<void> => {
    const trouble =
      (await ledgerProblem(ports.files, ports.git, places)) ??
      (await excludeOwnFolders(ports.files, places, deps.settings()['mam.worktrees.root']));
    ledgerReady = trouble === null;
    deps.onProblem(trouble);
    show();
  };

  /** What decides about shipping is sealed at once; the rest at the next snapshot. */
  const seal = async (): Promise<void> => {
    const sealed = await ports.store.seal();
    if (!sealed.ok) deps.onProblem(sealed.error);
  };

  const tick = async (): Promise<void> => {
    await awake.tick();
    if (mine && !(await ports.store.ownership.beat())) {
      mine = false;
      deps.onOwner(null);
    }
    if (deps.mirrorOnly) owner = await ports.store.ownership.current();
    else if (!mine) await acquire();
    if (!mine) return;
    deps.onTick();
    // Another tool's loop may begin at any time.
    if (ledgerReady && (await isOriginalRunning(ports.files, places))) ledgerReady = false;
    if (!ledgerReady) await openLedger();
    await orchestrator.dispatch({ type: 'renewLeases', awakeMs: awake.now() }, self);
    await observeRefs(ports.git, ports.log, orchestrator, self);
    await observeWorktrees(ports.git, ports.log, orchestrator, self);
    if (!ledgerReady) return;
    // The settings may have changed what the files may show.
    show();
    runner.reconcile();
  };

  /** What the log can't do is told by whoever watches it; here it must only not end the host. */
  const failed = (what: string, error: unknown): void =>
    error instanceof ProblemError
      ? ports.log.warn(what, { code: error.problem.code })
      : ports.log.error(what, { reason: String(error) });

  const release = (): Promise<void> =>
    ports.store.ownership.release().catch((error: unknown) => failed('the ownership could not be given back', error));

  const schedule = (): void => {
    if (disposables.isDisposed) return;
    timer = ports.clock.after(tickMs, () => {
      ticking = tick()
        .catch((error: unknown) => failed('a tick failed', error))
        .finally(schedule);
    });
  };

  return {
    start: async () => {
      disposables.add(
        orchestrator.onDidChange((news) => {
          if (!mine || !ledgerReady) return;
          if (news.some(({ event }) => event.type === 'gateOpened' || event.type === 'approved')) void seal();
          for (const { event } of news)
            if (event.type === 'takeoverAnnounced') void noticeHolder(ports, places, orchestrator.state, event);
          show();
          runner.reconcile();
        }),
      );
      await tick();
      schedule();
    },
    showLedger: () => {
      isShowing = true;
      show();
    },
    stop: async () => {
      disposables.dispose();
      timer?.dispose();
      await ticking;
      await runner.detach();
      if (mine) await Promise.all([projector.flush(), jobs.flush(), sessions.flush()]);
      if (mine) await release();
    },
    reopen: async () => {
      if (mine && !ledgerReady) await openLedger();
    },
    halt: () => {
      disposables.dispose();
      timer?.dispose();
      void runner.detach();
      owner = null;
      if (!mine) return;
      mine = false;
      deps.onOwner(null);
    },
    get owner() {
      return owner;
    },
    get problem() {
      return projector.problem ?? jobs.problem ?? sessions.problem;
    },
  };
}
