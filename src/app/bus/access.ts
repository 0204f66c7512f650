import { atMost } from '../../base/atMost.ts';
import type { Problem } from '../../base/problem.ts';
import { problem } from '../../base/problem.ts';
import { err, type Result } from '../../base/result.ts';
import { stateMessage } from '../../core/delegation/messages.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import { parsePayload, type BusPayload } from '../../protocol/bus.ts';
import { busTargetOf, clientName, type BusTarget } from '../../protocol/busSettings.ts';
import type { AppConfig } from '../appConfig.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Ports } from '../ports.ts';
import type { BusAddress } from '../ports/bus.ts';
import { composeMessage } from './compose.ts';
import { followBus, ownAddress } from './followBus.ts';
import type { Received } from './receiver.ts';
import { createRefusals } from './refusals.ts';
import { targetAddress } from './targetAddress.ts';

/** How long is waited for an owner that starts its broker, in milliseconds. */
const patienceMs = 5000;

interface Listener {
  readonly onReceived: (received: Received) => void;
  readonly onPublisher: (isThere: boolean) => void;
  readonly onProblem: (problem: Problem | null) => void;
}

/** How whoever opened the repository hears about its jobs from the message bus. */
export interface BusAccess {
  /** Where messages go, by the settings of now. */
  readonly target: BusTarget;
  /** How a subscriber signs in, to all jobs or to one; asks for the broker first, and waits for it a while. */
  address(job: string | null): Promise<Result<BusAddress, Problem>>;
  /** How a job stands by the log, as the broker keeps it; null for none that there is. */
  standing(job: string): BusPayload | null;
  /** Hears until it is closed, which answers how much was not believed, by its reason. Fails where the bus is off. */
  follow(
    job: string | null,
    listener: Listener,
  ): Result<{ close(): Promise<Readonly<Record<string, number>>> }, Problem>;
}

/** What a composed message says. */
function payloadOf(body: string): BusPayload | null {
  const read = parsePayload(body);
  return read.ok ? read.value.payload : null;
}

interface AccessDeps extends Pick<AppConfig, 'bus' | 'settings' | 'facts'> {
  readonly ports: Pick<Ports, 'files' | 'keys' | 'clock' | 'ids'>;
  readonly orchestrator: Pick<Orchestrator, 'state'>;
  readonly privacy: () => Privacy;
}

/** Null where this host has no bus. */
export function createBusAccess(deps: AccessDeps): BusAccess | null {
  const { bus: config, ports, orchestrator } = deps;
  if (!config) return null;
  const { files, keys, clock, ids } = ports;
  const targetNow = (): BusTarget => busTargetOf(deps.settings());
  return {
    get target() {
      return targetNow();
    },
    address: async (job) => {
      const target = targetNow();
      if (target.kind === 'off') return err(off);
      if (target.kind === 'external') return targetAddress(target, files, config.env);
      const first = await ownAddress({ door: config.door, job });
      if (first.ok) return first;
      let found: Result<BusAddress, Problem> = first;
      let tell = (): void => undefined;
      const there = new Promise<void>((resolve) => (tell = resolve));
      const look = async (): Promise<void> => {
        found = await ownAddress({ door: config.door, job });
        if (found.ok) tell();
      };
      const watched = config.door.watch(() => void look());
      await look();
      await atMost(there, clock, patienceMs);
      watched.dispose();
      return found;
    },
    standing: (id) => {
      const { delegations } = orchestrator.state;
      const job = Object.hasOwn(delegations, id) ? delegations[id] : undefined;
      return job ? payloadOf(composeMessage(stateMessage(job), keys, deps.privacy()).body) : null;
    },
    follow: (job, listener) => {
      const target = targetNow();
      if (target.kind === 'off') return err(off);
      const refusals = createRefusals(files, clock, `${deps.facts.commonDir}/mam/bus/refused.jsonl`);
      const line = followBus({
        ...config,
        ...listener,
        target,
        files,
        keys,
        clock,
        job,
        isOurs: (id) => Object.hasOwn(orchestrator.state.delegations, id),
        clientId: clientName(
          target,
          ids
            .next()
            .replaceAll(/[^A-Za-z0-9]/g, '')
            .slice(0, 16),
        ),
        onRefused: (why, topic) => refusals.note(why, topic),
      });
      return {
        ok: true,
        value: {
          close: async () => {
            await line.close();
            await refusals.flush();
            return refusals.counts;
          },
        },
      };
    },
  };
}

const off = problem('bus.off', 'The message bus is switched off. Switch it on with mam.bus.enabled.');
