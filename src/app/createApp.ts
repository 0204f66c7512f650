import { Emitter } from '../base/event.ts';
import { atMost } from '../base/atMost.ts';
import { DisposableStore } from '../base/disposable.ts';
import { KeyedQueue } from '../base/keyedQueue.ts';
import type { Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Actor } from '../core/actor.ts';
import type { Command } from '../core/command.ts';
import type { DomainEvent } from '../core/event.ts';
import { wantsForecast } from '../core/poolTune/wantsForecast.ts';
import { emptyState, type State } from '../core/state.ts';
import type { App } from './app.ts';
import { createReconcile } from './agentSession/reconcile.ts';
import type { AppConfig } from './appConfig.ts';
import { createSessionWatch } from './agentSession/watch.ts';
import { createSharedWatch } from './breach/sharedWatch.ts';
import { createTrails } from './breach/trails.ts';
import { createAwakeClock } from './awakeClock.ts';
import { createRecordSending } from './delegation/recordSending.ts';
import { createBusService } from './bus/service.ts';
import { createEffectRunner } from './effects/runner.ts';
import { followWorktrees } from './followWorktrees.ts';
import { createLaneNews } from './laneNews.ts';
import { createLeaseCare } from './leaseCare.ts';
import { ledgerProblem } from './ledgerGuard.ts';
import { createOrchestrator } from './orchestrator.ts';
import { createOwnerDuties } from './ownerDuties.ts';
import { placesOf } from './places.ts';
import type { Ports } from './ports.ts';
import { readQueue } from './readQueue.ts';
import { createProvenDispatch, prove } from './provenDispatch.ts';
import { samplePool } from './samplePool.ts';
import { createPrivacySource } from './privacySource.ts';
import { observeRefs } from './observeRefs.ts';
import { observeWorktrees } from './observeWorktrees.ts';
import { settlement, type Settled } from './settlement.ts';
import { takeFromSpool } from './takeFromSpool.ts';
import { createUseCases } from './useCases.ts';
import { dropPasses } from './delegation/dropPasses.ts';
import { judgeJobs } from './delegation/judgeJobs.ts';
import { watchReports } from './delegation/watchReports.ts';
import { watchLog } from './watchLog.ts';

/** How long opening waits for what was handed in before, in milliseconds; the rest is taken meanwhile. */
const mostSpoolMs = 3000;

const self = { kind: 'host', id: 'app' } as const;

/** Puts the application together from its ports. */
export async function createApp(given: Ports, config: AppConfig): Promise<Result<App, Problem>> {
  let onLogTrouble = (): void => undefined;
  const log = watchLog(given.store, () => onLogTrouble());
  const ports: Ports = { ...given, store: log.store };
  const places = placesOf(config.facts);
  const disposables = new DisposableStore();
  const changed = disposables.add(new Emitter<State>());
  const awake = await createAwakeClock(ports.store, ports.clock);
  let epoch: number | null = null;
  /** Why the log can't be followed, and why nothing may be written here. */
  let behind: Problem | null = null;
  let trouble: Problem | null = null;
  let closing: Promise<void> | null = null;

  const privacy = createPrivacySource(config.settings, places.controlRoot);
  const mostLanes = (): number => config.settings()['mam.lanes.atOnce'];
  const created = await createOrchestrator({
    ...ports,
    awakeMs: () => awake.now(),
    mostLanes,
    samplePool: () => samplePool(ports.machine, worktrees.overlaps),
    epoch: () => epoch,
    redact: (text) => privacy().redact(text),
    tokenHash: (job, attempt) => ports.keys.hash(ports.keys.jobToken(job, attempt)),
  });
  if (!created.ok) return created;
  const orchestrator = created.value;
  const proven = createProvenDispatch(ports.store, orchestrator);
  const announce = (): void => changed.fire(orchestrator.state);
  const preferredBase = (): string | null => config.settings()['mam.base'] || null;
  const trails = createTrails();
  const news = createLaneNews(orchestrator, trails, announce);
  const watch = disposables.add(createSharedWatch({ ports, places, orchestrator, trails, settings: config.settings }));
  const sessions = disposables.add(createSessionWatch({ ports, orchestrator }));
  const followSessions = (): void => sessions.follow(epoch === null ? emptyState : orchestrator.state);
  const runner = createEffectRunner(
    orchestrator,
    {
      ...ports,
      places,
      state: () => orchestrator.state,
      onDidChange: orchestrator.onDidChange,
      catchUp: () => orchestrator.catchUp(),
      prove: () => prove(ports.store, orchestrator),
      privacy,
      preferredBase,
      mostRescueBytes: () => config.settings()['mam.worktrees.rescueMegabytes'] * 1024 * 1024,
      awakeMs: () => awake.now(),
      laneLimits: () => ({ most: mostLanes(), perAgent: config.settings()['mam.lanes.perAgent'] }),
      laneEnv: config.laneEnv,
      shipping: config.shipping,
      watch,
      onProgress: news.onProgress,
      onSign: news.onSign,
      recordSending: createRecordSending(orchestrator),
    },
    () => epoch,
    config.effects,
  );
  const bus = createBusService({ ...config, ...ports, privacy, orchestrator, epoch: () => epoch });
  const duties = createOwnerDuties({
    ports,
    places,
    orchestrator,
    runner,
    awake,
    settings: config.settings,
    privacy,
    mirrorOnly: config.mirrorOnly ?? false,
    onTick: () => bus?.recheck(),
    onOwner: (now) => {
      epoch = now;
      if (now !== null) unattended(createReconcile({ ...ports, orchestrator })());
      followSessions();
      bus?.follow();
      announce();
    },
    onProblem: (now) => {
      trouble = now;
      announce();
    },
  });

  const reports = disposables.add(watchReports({ ...ports, places, orchestrator }));
  const judge = disposables.add(judgeJobs({ ...ports, orchestrator, awake, settings: config.settings }));
  const passes = disposables.add(dropPasses({ ...ports, places }));
  for (const follower of [reports, judge, passes])
    disposables.add(changed.event((state) => follower.follow(epoch === null ? emptyState : state)));

  onLogTrouble = () => {
    if (log.lost) duties.halt();
    announce();
  };

  const look = async (): Promise<void> => {
    behind = await orchestrator.catchUp();
    trouble = await ledgerProblem(ports.files, ports.git, places);
    const queue = await readQueue(ports.files, places);
    await orchestrator.dispatch({ type: 'readQueue', ...queue }, self);
    await observeRefs(ports.git, ports.log, orchestrator, self);
    await observeWorktrees(ports.git, ports.log, orchestrator, self);
    announce();
  };
  const looks = new KeyedQueue();
  /** One look after another: what an older one read must not be recorded after what a newer one read. */
  const leases = createLeaseCare({ ...config, orchestrator, duties, awake, clock: ports.clock, disposables });
  const refresh = async (): Promise<void> => {
    await looks.run('', look);
    await leases.settleOverdue();
  };
  const follow = async (): Promise<void> => {
    const before = behind;
    behind = await orchestrator.catchUp();
    if (behind?.code !== before?.code) announce();
  };
  /** What keeps new work from being done here. A full disk may have room again, which the attempt itself finds out. */
  const obstacle = (): Problem | null => (log.lost ? log.problem : null) ?? behind ?? trouble;
  /** Asks for one effect, and waits for how it ended. While nobody carries it out, there would be nothing to wait for. */
  const settled: Settled = (effect, command, actor, isOver, told) =>
    settlement(
      orchestrator,
      effect,
      async () => {
        await refresh();
        const why = obstacle();
        return why ? err(why) : proven(command, actor);
      },
      disposables,
      isOver,
      told,
    );
  /** For what nobody waits for. */
  const unattended = (task: Promise<unknown>): void =>
    void task.catch((error: unknown) => ports.log.error('a look at the repository failed', { reason: String(error) }));

  /** A decision about a packet is taken on what branches and evidence are now, not on what was last noticed. */
  const dispatch = async (command: Command, actor: Actor): Promise<Result<readonly DomainEvent[], Problem>> => {
    if (command.type === 'approve' || command.type === 'returnRun' || command.type === 'mergeLocally') await refresh();
    return proven(command, actor);
  };

  const worktrees = disposables.add(
    followWorktrees(ports, config.settings, preferredBase, config.facts.controlRoot, announce),
  );
  disposables.add(
    orchestrator.onDidChange((happened) => {
      worktrees.follow(orchestrator.state);
      if (epoch !== null && happened.some(({ event }) => wantsForecast(orchestrator.state, event)))
        unattended(worktrees.compareOnce());
      if (epoch !== null) watch.follow(orchestrator.state);
      followSessions();
      announce();
    }),
  );
  disposables.add(ports.store.onDidAppend(() => unattended(follow())));
  disposables.add(ports.files.watch(places.queue, () => unattended(refresh())));
  try {
    await refresh();
    worktrees.follow(orchestrator.state);
    await duties.start();
    if (epoch !== null) await watch.resume();
  } catch (error) {
    disposables.dispose();
    await bus?.close();
    await duties.stop();
    throw error;
  }
  // All hosts see the folder; only the owner takes from it, so that nothing is recorded twice. Where there is none, the
  // caller does: what was said before counts for what is decided now.
  const takes = (): boolean => epoch !== null || duties.owner === null;
  const heard = new Map<string, string>();
  const taken = ports.spool.start(async (file, text) =>
    takes() ? takeFromSpool(file, text, { ...ports, orchestrator, heard }) : 'later',
  );
  await atMost(taken, ports.clock, mostSpoolMs);
  orchestrator.keepSnapshots();
  duties.showLedger();

  const useCases = createUseCases({
    ...config,
    ports,
    places,
    orchestrator,
    proven,
    settled,
    disposables,
    privacy,
    preferredBase,
    worktrees,
    refresh,
    obstacle,
    trouble: () => trouble,
    reopen: () => duties.reopen(),
    isOwner: () => epoch !== null,
    owner: () => duties.owner,
    isWatched: () => epoch !== null || duties.owner !== null,
  });
  return ok({
    takeOverLease: leases.takeOver,
    recoverLease: leases.recover,
    get state() {
      return orchestrator.state;
    },
    onDidChange: changed.event,
    get role() {
      return epoch === null ? 'mirror' : 'owner';
    },
    get owner() {
      return duties.owner;
    },
    get problem() {
      return log.problem ?? obstacle() ?? duties.problem;
    },
    facts: config.facts,
    get privacy() {
      return privacy();
    },
    binFolder: config.binFolder,
    dispatch,
    ...useCases,
    get worktrees() {
      return worktrees.statuses;
    },
    get overlaps() {
      return worktrees.overlaps;
    },
    showWorktrees: (seen, viewer) => worktrees.show(seen, viewer),
    awakeMs: () => awake.now(),
    progress: news.newest,
    agents: () => ports.agents.list(),
    probeAgent: (agent) => ports.agents.probe(agent),
    refresh,
    close: () =>
      (closing ??= (async () => {
        disposables.dispose();
        await bus?.close();
        await Promise.all([duties.stop(), worktrees.close()]);
        await config.release();
      })()),
  });
}
