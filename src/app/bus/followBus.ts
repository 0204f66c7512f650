import { atMost } from '../../base/atMost.ts';
import type { Clock } from '../../base/clock.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { BusTarget } from '../../protocol/busSettings.ts';
import { jobTopics, publisherTopics } from '../../protocol/busTopics.ts';
import type { BusAddress, BusLine, BusMessage } from '../ports/bus.ts';
import type { Files } from '../ports/files.ts';
import type { JobKeys } from '../ports/jobKeys.ts';
import { keepLine } from './keepLine.ts';
import { createReceiver, type Received, type Refusal } from './receiver.ts';
import type { BusConfig } from './service.ts';
import { targetAddress } from './targetAddress.ts';

/** How long the end waits for a broker to forget the listener, in milliseconds. */
const forgetMs = 1500;

interface Deps extends Omit<BusConfig, 'broker'> {
  readonly target: Exclude<BusTarget, { kind: 'off' }>;
  readonly files: Pick<Files, 'read'>;
  readonly keys: JobKeys;
  readonly clock: Clock;
  /** The job that is followed; null for all. */
  readonly job: string | null;
  readonly isOurs: (job: string) => boolean;
  /** Told to the broker, which keeps what comes while the line is away, until this is closed. */
  readonly clientId: string;
  readonly onReceived: (received: Received) => void;
  readonly onRefused: (why: Refusal, topic: string) => void;
  /** What the broker says of a publisher; it may lie. */
  readonly onPublisher: (isThere: boolean) => void;
  /** Why nothing is heard now; null once something could be. */
  readonly onProblem: (problem: Problem | null) => void;
}

/** Hears about jobs from the bus, over lost lines and restarts, until it is closed. Nothing is decided by what it hears. */
export function followBus(deps: Deps): { close(): Promise<void> } {
  const { bus, door, target, job, onProblem } = deps;
  const receiver = createReceiver(deps.keys, deps);
  const hear = (message: BusMessage): void => {
    if (message.topic.startsWith(`${publisherTopics}/`))
      return deps.onPublisher(!message.body.includes('unobservable'));
    const answer = receiver.take(message);
    if (answer?.kind === 'taken') deps.onReceived(answer.received);
    else if (answer) deps.onRefused(answer.why, message.topic);
  };
  const filters =
    job === null
      ? [`${jobTopics}/+/events`, `${jobTopics}/+/state`, `${publisherTopics}/+`]
      : [`${jobTopics}/${job}/#`];
  const listen = async (line: BusLine): Promise<void> => {
    for (const filter of filters) {
      const done = await line.subscribe(filter);
      if (done.ok) continue;
      onProblem(done.error);
      return line.close();
    }
    onProblem(null);
  };
  const address = (): Promise<Result<BusAddress, Problem>> =>
    target.kind === 'own' ? ownAddress(deps) : targetAddress(target, deps.files, deps.env);
  const spec = { clientId: deps.clientId, keepSession: true, will: null, onMessage: hear };
  let isKnown = false;
  /** A broker of others keeps what a client may have missed for as long as it likes, unless it says that it is over. */
  const beForgotten = async (): Promise<void> => {
    const where = await address();
    const last = where.ok ? await bus.connect({ ...spec, address: where.value, keepSession: false }) : where;
    if (last.ok) await last.value.close();
  };
  const line = keepLine({
    bus,
    clock: deps.clock,
    address,
    spec,
    onLine: (opened) => {
      isKnown = true;
      void listen(opened);
    },
    onProblem: (why) => {
      // That there is a line says nothing yet: it is not listened to.
      if (why) onProblem(why);
    },
  });
  const watched = target.kind === 'own' ? door.watch(() => line.hurry()) : null;
  return {
    close: async () => {
      watched?.dispose();
      await line.close();
      if (isKnown && target.kind === 'external') await atMost(beForgotten(), deps.clock, forgetMs);
    },
  };
}

/** Asks for the broker each time: the owner may be another one by now, or have given it up. */
export async function ownAddress({ door, job }: Pick<Deps, 'door' | 'job'>): Promise<Result<BusAddress, Problem>> {
  if (!(await door.isNeeded())) await door.need();
  const address = await door.subscriber(job);
  return address
    ? ok(address)
    : err(
        problem(
          'bus.nobody',
          'Nobody runs this repository at present, so nothing is told about its jobs. Open it in the editor, or run a mam command that works on it.',
        ),
      );
}
