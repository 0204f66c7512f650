import { problem, type Problem } from '../../src/base/problem.ts';
import { err, ok } from '../../src/base/result.ts';
import type { Bus, BusLine, BusMessage, LineSpec } from '../../src/app/ports/bus.ts';

export interface MemoryBus extends Bus {
  /** Everything that was taken, in order. */
  readonly taken: readonly BusMessage[];
  /** Lines that were ever opened. */
  readonly connections: number;
  up(): void;
  /** Every line ends, and no new one comes about. What was kept stays. */
  down(): void;
  /** Ends the lines of one client without a word. */
  cut(clientId: string): void;
  /** The next messages: taken and confirmed, taken but never confirmed before the line ends, or lost with the line. */
  behave(how: (message: BusMessage) => 'take' | 'takeAndCut' | 'lose'): void;
  /** Messages stay unanswered until it is released. */
  hold(): void;
  release(): void;
}

const gone = problem('bus.unreachable', 'The message broker is not there.');
const refused = problem('bus.refused', 'The message broker does not accept MAM.');

interface Open {
  readonly spec: LineSpec;
  readonly filters: string[];
  finish(why: Problem | null): void;
}

const matches = (filter: string, topic: string): boolean =>
  filter === topic || (filter.endsWith('/#') && topic.startsWith(filter.slice(0, -1)));

/** A broker in memory that can be made to misbehave. Whoever signs in as `stranger` is not let in. */
export function createMemoryBus(): MemoryBus {
  const kept = new Map<string, BusMessage>();
  const sessions = new Map<string, { filters: string[]; missed: BusMessage[] }>();
  const lines = new Set<Open>();
  const taken: BusMessage[] = [];
  let isUp = true;
  let connections = 0;
  let how: Parameters<MemoryBus['behave']>[0] = () => 'take';
  let held: (() => void)[] | null = null;

  const take = (message: BusMessage): void => {
    taken.push(message);
    if (message.retain) kept.set(message.topic, message);
    for (const { filters, spec } of lines)
      if (filters.some((filter) => matches(filter, message.topic))) tell(spec, { ...message, retain: false });
    for (const [id, { filters, missed }] of sessions)
      if (![...lines].some(({ spec }) => spec.clientId === id) && filters.some((one) => matches(one, message.topic)))
        missed.push({ ...message, retain: false });
  };
  const end = (line: Open, why: Problem | null): void => {
    if (!lines.delete(line)) return;
    line.finish(why);
    if (why && isUp && line.spec.will) take(line.spec.will);
  };

  const open = (spec: LineSpec): BusLine => {
    let finish: (why: Problem | null) => void = () => undefined;
    const ended = new Promise<Problem | null>((resolve) => (finish = resolve));
    const session = sessions.get(spec.clientId);
    const line: Open = {
      spec,
      filters: spec.keepSession ? (session?.filters ?? []) : [],
      finish: (why) => finish(why),
    };
    lines.add(line);
    if (!spec.keepSession) sessions.delete(spec.clientId);
    else if (!session) sessions.set(spec.clientId, { filters: line.filters, missed: [] });
    queueMicrotask(() => {
      for (const message of session?.missed.splice(0) ?? []) tell(spec, message);
    });
    return {
      ended,
      publish: async (message) => {
        if (held) {
          const waiting = held;
          await Promise.race([new Promise<void>((resolve) => waiting.push(resolve)), ended]);
        }
        if (!lines.has(line)) return false;
        const fate = how(message);
        if (fate !== 'lose') take(message);
        if (fate === 'take') return true;
        end(line, gone);
        return false;
      },
      subscribe: async (filter) => {
        if (!lines.has(line)) return err(gone);
        line.filters.push(filter);
        for (const message of kept.values()) if (matches(filter, message.topic)) tell(spec, message);
        return ok(undefined);
      },
      close: async () => end(line, null),
    };
  };

  return {
    taken,
    get connections() {
      return connections;
    },
    up: () => void (isUp = true),
    down: () => {
      isUp = false;
      for (const line of [...lines]) end(line, gone);
    },
    cut: (clientId) => {
      for (const line of [...lines]) if (line.spec.clientId === clientId) end(line, gone);
    },
    behave: (next) => void (how = next),
    hold: () => void (held ??= []),
    release: () => {
      const waiting = held ?? [];
      held = null;
      for (const go of waiting) go();
    },
    connect: async (spec) => {
      if (!isUp) return err(gone);
      if (spec.address.user === 'stranger') return err(refused);
      connections += 1;
      return ok(open(spec));
    },
  };
}

function tell(spec: LineSpec, message: BusMessage): void {
  try {
    spec.onMessage(message);
  } catch {
    // A reader's bug is its own.
  }
}
