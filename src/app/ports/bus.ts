import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/event.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';

/** Where a broker listens and how one signs in. */
export interface BusAddress {
  readonly host: string;
  readonly port: number;
  /** Null for a plain connection; texts in PEM, null where the system's own are right or none is asked for. */
  readonly tls: { readonly ca: string | null; readonly cert: string | null; readonly key: string | null } | null;
  readonly user: string | null;
  readonly password: string | null;
}

export interface BusMessage {
  readonly topic: string;
  readonly body: string;
  /** The broker keeps it for whoever subscribes later. */
  readonly retain: boolean;
}

export interface LineSpec {
  readonly address: BusAddress;
  readonly clientId: string;
  /** A broker that keeps the subscriptions of this client, and what comes meanwhile, while it is away. */
  readonly keepSession: boolean;
  /** What the broker says in its place when the connection is gone without a word. */
  readonly will: BusMessage | null;
  /** Called in the order in which the broker sends. What throws there is lost, and nothing else. */
  readonly onMessage: (message: BusMessage) => void;
}

/** One connection to a broker. When it has ended it stays so; another one is made instead. */
export interface BusLine {
  /** Whether the broker took it. False means that nobody knows: the line ended before it said so. */
  publish(message: BusMessage): Promise<boolean>;
  /** Fails with `bus.refused` where the broker does not allow it. */
  subscribe(filter: string): Promise<Result<undefined, Problem>>;
  /** Resolves with why the line ended, null when that was asked for. */
  readonly ended: Promise<Problem | null>;
  /** Says goodbye, so that no will is told. */
  close(): Promise<void>;
}

/** Message brokers, MQTT 3.1.1 with at least once. Contract suite: test/contract/bus. */
export interface Bus {
  /** Fails with `bus.unreachable`, `bus.refused` or `bus.untrusted`. */
  connect(spec: LineSpec): Promise<Result<BusLine, Problem>>;
}

/** The broker that MAM brings along: on this machine only, in the memory of the owner, found by a note on its disk. */
export interface OwnBroker {
  /** Starts it unless it runs; answers how the publisher signs in. Fails with `bus.noBroker`. */
  open(): Promise<Result<BusAddress, Problem>>;
  /** Ends it; whoever is connected loses its line. `forget`: nobody is to be remembered, and nobody asks for it any more. */
  close(then: 'keep' | 'forget'): Promise<void>;
  /** Nobody has been interested for a while. */
  readonly onIdle: Event<void>;
}

/** How subscribers of this machine get at the owner's broker, from any process. */
export interface BrokerDoor {
  /** Whether anybody asked for it who may still be interested. */
  isNeeded(): Promise<boolean>;
  /** Asks whoever owns this repository for it. */
  need(): Promise<void>;
  /** Announces that it may be needed, or that it may be found elsewhere now. */
  watch(onChange: () => void): Disposable;
  /** How to sign in, for all jobs or for one; null while it does not run. */
  subscriber(job: string | null): Promise<BusAddress | null>;
}
