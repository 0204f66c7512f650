import { atMost } from '../../base/atMost.ts';
import type { Clock } from '../../base/clock.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Problem } from '../../base/problem.ts';
import { sameValue } from '../../base/sameValue.ts';
import type { Result } from '../../base/result.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import { presenceText } from '../../protocol/bus.ts';
import { busTargetOf, clientName, targetKey, type BusTarget } from '../../protocol/busSettings.ts';
import { publisherTopic } from '../../protocol/busTopics.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { RepositoryFacts } from '../ports/git.ts';
import type { BrokerDoor, Bus, BusAddress, BusLine, BusMessage, OwnBroker } from '../ports/bus.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Files } from '../ports/files.ts';
import type { JobKeys } from '../ports/jobKeys.ts';
import type { Log } from '../ports/system.ts';
import { composeMessage } from './compose.ts';
import { createCursor } from './cursor.ts';
import { keepLine } from './keepLine.ts';
import { createPublisher } from './publisher.ts';
import { stateAt } from './stateAt.ts';
import { targetAddress } from './targetAddress.ts';

/** What a host brings along for the bus; absent where nobody is told anything. */
export interface BusConfig {
  readonly bus: Bus;
  readonly broker: OwnBroker;
  readonly door: BrokerDoor;
  /** Environment that may hold the password of an external broker. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Deps {
  /** Absent where nobody is told anything. */
  readonly bus?: BusConfig;
  readonly store: EventStore;
  readonly files: Files;
  readonly keys: JobKeys;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: () => Settings;
  readonly privacy: () => Privacy;
  readonly orchestrator: Pick<Orchestrator, 'state' | 'onDidChange'>;
  /** Epoch of the owner that this host is; null for a mirror. */
  readonly epoch: () => number | null;
  readonly facts: Pick<RepositoryFacts, 'commonDir'>;
}

/** How long the end of a host waits for what a broker was not told yet, in milliseconds. */
const lastWordsMs = 1000;

/** Tells subscribers about jobs while this host owns the repository. Nothing that comes back is ever looked at. */
export interface BusService {
  /** The host became the owner, or stopped being it. */
  follow(): void;
  /** The settings may be others now: another broker is told instead, or nobody. */
  recheck(): void;
  close(): Promise<void>;
}

interface Running {
  readonly target: BusTarget;
  close(): Promise<void>;
}

/** Null where nobody is told anything. */
export function createBusService(deps: Deps): BusService | null {
  return deps.bus ? createService(deps, deps.bus) : null;
}

function createService(deps: Deps, { bus, broker, door, env }: BusConfig): BusService {
  const { log } = deps;
  const disposables = new DisposableStore();
  let running: Running | null = null;
  let isClosed = false;
  let checked = busTargetOf(deps.settings());
  /** One step after another: what an older one started must be ended before a newer one starts. */
  let steps: Promise<void> = Promise.resolve();
  const step = (task: () => Promise<void>): Promise<void> =>
    (steps = steps.then(task).catch((error: unknown) => log.error('the bus failed', { reason: String(error) })));

  const start = async (): Promise<void> => {
    const epoch = deps.epoch();
    const target = busTargetOf(deps.settings());
    if (running || isClosed || epoch === null || target.kind === 'off') return;
    if (target.kind === 'own' && !(await door.isNeeded())) return;
    const address = (): Promise<Result<BusAddress, Problem>> =>
      target.kind === 'own' ? broker.open() : targetAddress(target, deps.files, env);
    const opened = await openBus(deps, { bus, target, address, maySpeak: () => deps.epoch() === epoch });
    running = { target, ...opened };
  };
  const change = async (): Promise<void> => {
    if (running === null || sameValue(running.target, busTargetOf(deps.settings()))) return start();
    await stop();
    await start();
  };
  const stop = async (): Promise<void> => {
    const ending = running;
    running = null;
    await ending?.close();
    await broker.close('keep');
  };
  /** Whoever comes later begins anew. */
  const giveUp = async (): Promise<void> => {
    await stop();
    await broker.close('forget');
    await cursorOf(deps, { kind: 'own' }).clear();
  };

  disposables.add(door.watch(() => void step(start)));
  disposables.add(broker.onIdle(() => void step(giveUp)));
  return {
    follow: () => void step(deps.epoch() === null ? stop : start),
    recheck: () => {
      const wanted = busTargetOf(deps.settings());
      if (deps.epoch() === null || sameValue(wanted, checked)) return;
      checked = wanted;
      void step(change);
    },
    close: async () => {
      isClosed = true;
      disposables.dispose();
      await step(stop);
    },
  };
}

const cursorOf = ({ files, log, facts: { commonDir } }: Deps, target: BusTarget): ReturnType<typeof createCursor> =>
  createCursor(files, log, `${commonDir}/mam/bus/cursor.json`, targetKey(target));

interface Opening {
  readonly bus: Bus;
  readonly target: BusTarget;
  readonly address: () => Promise<Result<BusAddress, Problem>>;
  readonly maySpeak: () => boolean;
}

/** Tells a broker everything from where it was told last, until it is closed. */
async function openBus(deps: Deps, { bus, target, address, maySpeak }: Opening): Promise<Omit<Running, 'target'>> {
  const { store, keys, clock, log, orchestrator } = deps;
  const cursor = cursorOf(deps, target);
  const head = orchestrator.state;
  const told = await cursor.load();
  const isKnown = told !== null && told < head.seq;
  const from = isKnown ? ((await stateAt(store, told)) ?? head) : head;
  cursor.note(from.seq);
  const publisher = createPublisher({
    store,
    from,
    cursor,
    compose: (message) => composeMessage(message, keys, deps.privacy()),
    maySpeak,
    log,
  });
  // Told apart from those of other repositories on the same broker, and telling nobody where it lies.
  const id = keys.sign('publisher', deps.facts.commonDir).slice(0, 16);
  const presence = (state: 'observable' | 'unobservable'): BusMessage => ({
    topic: publisherTopic(id),
    body: presenceText(state),
    retain: true,
  });
  let last: Problem | null = null;
  let current: BusLine | null = null;
  const line = keepLine({
    bus,
    clock,
    address,
    spec: {
      clientId: clientName(target, id),
      keepSession: false,
      will: presence('unobservable'),
      onMessage: () => undefined,
    },
    onLine: (opened) => {
      current = opened;
      void opened.publish(presence('observable'));
      publisher.useLine(opened);
    },
    onProblem: (problem) => {
      if (problem && problem.code !== last?.code)
        log.warn('the message broker is out of reach', { code: problem.code });
      last = problem;
    },
  });
  const listening = new DisposableStore();
  listening.add(orchestrator.onDidChange(() => publisher.wake()));
  listening.add(store.onDidAppend(() => publisher.wake()));
  return {
    close: async () => {
      // A command that ends soon is told of at once where that is possible; else the next owner does it.
      if (current && last === null && maySpeak()) {
        await atMost(publisher.reached(orchestrator.state.seq), clock, lastWordsMs);
        await atMost(
          current.publish(presence('unobservable')).then(() => undefined),
          clock,
          lastWordsMs,
        );
      }
      listening.dispose();
      await line.close();
      await publisher.stop();
    },
  };
}
