import { messageOf, stateMessage, toldJob, type JobMessage } from '../../core/delegation/messages.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import type { Recorded } from '../../core/event.ts';
import { evolve } from '../../core/evolve.ts';
import type { State } from '../../core/state.ts';
import type { BusLine, BusMessage } from '../ports/bus.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Log } from '../ports/system.ts';
import type { Cursor } from './cursor.ts';

interface Deps {
  readonly store: Pick<EventStore, 'read'>;
  /** What was told up to here is told. */
  readonly from: State;
  readonly cursor: Cursor;
  readonly compose: (message: JobMessage) => BusMessage;
  /** Asked before every message: whoever is no longer the owner says nothing more. */
  readonly maySpeak: () => boolean;
  readonly log: Log;
}

/** Messages that are under way at once; a broker that is slower than that is waited for. */
const window = 64;
const page = 200;
/** Ended jobs, the newest, whose state is told again to a broker that may have forgotten it. */
const mostEnded = 100;

export interface Publisher {
  /** Tells everything that this line's broker was not told yet, then what comes, until the line ends. */
  useLine(line: BusLine): void;
  /** There may be something new in the log. */
  wake(): void;
  /** What was told for certain. */
  readonly seq: number;
  /** Resolves when everything up to an event was told for certain. */
  reached(seq: number): Promise<void>;
  /** Resolves when nothing of it runs any more; its line has to be closed before. */
  stop(): Promise<void>;
}

/**
 * Tells a broker about jobs. The log is the outbox: nothing waits in memory but the messages under way, and the cursor
 * moves over an event once all of its messages were confirmed. A line that ends is followed by another one, to which
 * everything after the cursor is told again: with the same ids, since they follow from the log.
 */
export function createPublisher({ store, from, cursor, compose, maySpeak, log }: Deps): Publisher {
  /** Up to where everything is confirmed. */
  let done: State = from;
  let isStopped = false;
  const waiting = new Map<number, () => void>();
  let isDirty = true;
  let wake = (): void => undefined;
  let working: Promise<void> = Promise.resolve();

  const rouse = (): void => {
    isDirty = true;
    wake();
  };
  const news = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      if (isDirty) resolve();
    });

  const confirm = (state: State, told: boolean): void => {
    if (state.seq <= done.seq) return;
    const before = done.seq;
    done = state;
    for (const [until, resolve] of waiting)
      if (done.seq >= until) {
        waiting.delete(until);
        resolve();
      }
    // What nobody is told of needs no note each time.
    if (told || state.seq - before > page) cursor.note(state.seq);
  };

  const serve = async (line: BusLine): Promise<void> => {
    let isOpen = true;
    const ended = line.ended.then(() => {
      isOpen = false;
      rouse();
    });
    const flight = createFlight(line);
    const goesOn = (): boolean => isOpen && !isStopped && !flight.isLost && maySpeak();
    for (const message of retained(done)) {
      if (!goesOn()) break;
      await flight.send([compose(message)], () => undefined);
    }
    let sent = done;
    while (goesOn()) {
      isDirty = false;
      const events = await store.read(sent.seq, page);
      if (!events.ok || events.value.length === 0) {
        await news();
        continue;
      }
      for (const one of events.value) {
        if (!goesOn()) break;
        const after = evolve(sent, one);
        const messages = messagesOf(sent, after, one).map(compose);
        await flight.send(messages, () => confirm(after, messages.length > 0));
        sent = after;
      }
      isDirty = true;
    }
    await line.close();
    await Promise.all([flight.landed(), ended]);
  };

  return {
    useLine: (line) => {
      working = working
        .then(() => serve(line))
        .catch(async (error: unknown) => {
          // A message that can't be made must not end the host; the next line tries again.
          log.error('the bus could not be told', { reason: String(error) });
          await line.close();
        });
    },
    wake: rouse,
    get seq() {
      return done.seq;
    },
    reached: (seq) =>
      new Promise((resolve) => {
        if (done.seq >= seq) resolve();
        else waiting.set(seq, resolve);
      }),
    stop: async () => {
      isStopped = true;
      rouse();
      await working;
      await cursor.flush();
    },
  };
}

/** What an event means for subscribers: its message, and the state that a broker keeps where that is another one now. */
function messagesOf(before: State, after: State, recorded: Recorded): readonly JobMessage[] {
  const id = toldJob(recorded.event);
  if (id === null) return [];
  const [was, is] = [before.delegations[id], after.delegations[id]];
  const message = messageOf(was, recorded);
  if (message === null || !is) return [];
  return was?.status === is.status && was.attempts.length === is.attempts.length
    ? [message]
    : [message, stateMessage(is)];
}

/** The states that a broker has to keep: of every job that goes on, and of those that ended last. */
function retained({ delegations }: State): readonly JobMessage[] {
  const ended = (job: DelegatedJob): boolean => job.status !== 'pending' && job.status !== 'running';
  const jobs = Object.values(delegations);
  const newest = jobs.filter(ended).toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  return [...newest.slice(0, mostEnded), ...jobs.filter((job) => !ended(job))].map(stateMessage);
}

/** Messages under way, confirmed in the order in which they were sent. One that is lost stops all after it. */
interface Flight {
  /** Waits for room, not for the answer. */
  send(messages: readonly BusMessage[], onConfirmed: () => void): Promise<void>;
  landed(): Promise<void>;
  readonly isLost: boolean;
}

function createFlight(line: BusLine): Flight {
  let last: Promise<void> = Promise.resolve();
  let count = 0;
  let isLost = false;
  let room = (): void => undefined;
  return {
    send: async (messages, onConfirmed) => {
      const hasRoom = (): boolean => count < window;
      while (!hasRoom()) await new Promise<void>((resolve) => (room = resolve));
      // What nobody is told of takes its place, too: its confirmation waits for those before it.
      const places = Math.max(messages.length, 1);
      count += places;
      const before = last;
      const answers = messages.map((message) => line.publish(message));
      last = Promise.all(answers).then(async (taken) => {
        await before;
        count -= places;
        isLost ||= taken.includes(false);
        if (!isLost) onConfirmed();
        room();
      });
    },
    landed: () => last,
    get isLost() {
      return isLost;
    },
  };
}
