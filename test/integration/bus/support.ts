import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openJobKeys } from '../../../src/adapters/store/jobKeys.ts';
import { createSqliteStore, type SqliteStore } from '../../../src/adapters/store/sqliteStore.ts';
import { createRandomIds } from '../../../src/adapters/system/randomIds.ts';
import { createSystemClock } from '../../../src/adapters/system/systemClock.ts';
import { createNodeFiles } from '../../../src/adapters/files/nodeFiles.ts';
import { composeMessage } from '../../../src/app/bus/compose.ts';
import { followBus } from '../../../src/app/bus/followBus.ts';
import type { Received } from '../../../src/app/bus/receiver.ts';
import type { BusConfig } from '../../../src/app/bus/service.ts';
import type { BusMessage } from '../../../src/app/ports/bus.ts';
import type { JobKeys } from '../../../src/app/ports/jobKeys.ts';
import { isoSeconds } from '../../../src/base/clock.ts';
import { messageOf, toldJob } from '../../../src/core/delegation/messages.ts';
import type { DomainEvent } from '../../../src/core/event.ts';
import { evolve } from '../../../src/core/evolve.ts';
import { emptyState } from '../../../src/core/state.ts';
import { createPathWatch } from '../../../src/adapters/files/watchPath.ts';
import { createHostBus } from '../../../src/host/bus.ts';
import { busTargetOf } from '../../../src/protocol/busSettings.ts';
import type { Settings } from '../../../src/protocol/settings.ts';
import { privacy } from '../../builders/privacy.ts';
import { settingsWith } from '../../builders/settings.ts';
import { hostEnvironment, sourcePrograms } from '../app/support.ts';

/** A process that owns the repository, and that can be killed. */
export interface Owner {
  kill(): Promise<void>;
}

export async function startOwner(
  root: string,
  settings: Partial<Settings> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Owner> {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'owner.ts'), root, JSON.stringify(settings)],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...hostEnvironment(root), ...env } },
  );
  assert.ok(child.stdout);
  await once(child.stdout, 'data');
  return {
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

/** Another process of the repository: writes into the log, and hears from the bus. */
export interface Outsider {
  readonly store: SqliteStore;
  readonly keys: JobKeys;
  readonly bus: BusConfig;
  append(...events: readonly DomainEvent[]): Promise<void>;
  /** What the log makes of it: every message about a job that was to be told, by the log alone. */
  expected(): Promise<readonly BusMessage[]>;
  listen(settings?: Partial<Settings>, job?: string | null, env?: BusConfig['env']): Heard;
  dispose(): Promise<void>;
}

export interface Heard {
  readonly received: Received[];
  readonly refused: string[];
  /** Whether there is a line that is listened to. */
  readonly isListening: boolean;
  close(): Promise<void>;
}

export async function createOutsider(root: string): Promise<Outsider> {
  const folder = join(root, '.git/mam');
  const clock = createSystemClock();
  const stateFolder = join(hostEnvironment(root)['XDG_STATE_HOME'] ?? '', 'mam');
  const opened = await createSqliteStore({
    folder,
    host: 'test',
    version: '0.0.0',
    label: 'outsider',
    clock,
    ids: createRandomIds(),
    stateFolder,
  });
  assert.ok(opened.ok);
  const store = opened.value;
  const { keys } = await openJobKeys(stateFolder, store.logId);
  const bus = createHostBus({ program: sourcePrograms.bus, folder, keys, env: {}, watchPath: createPathWatch() });
  return {
    store,
    keys,
    bus,
    append: async (...events) => {
      const done = await store.transact(0, () => ({
        drafts: events.map((event) => ({ at: isoSeconds(clock.now()), actor: 'host:test', event })),
        result: null,
      }));
      assert.ok(done.ok);
    },
    expected: async () => {
      const events = await store.read(0, 100_000);
      assert.ok(events.ok);
      const messages: BusMessage[] = [];
      let state = emptyState;
      for (const one of events.value) {
        const id = toldJob(one.event);
        const message = id === null ? null : messageOf(state.delegations[id], one);
        if (message) messages.push(composeMessage(message, keys, privacy));
        state = evolve(state, one);
      }
      return messages;
    },
    listen: (settings = {}, job = null, env = {}) => {
      const target = busTargetOf(settingsWith(settings));
      assert.notEqual(target.kind, 'off');
      if (target.kind === 'off') throw new Error('off');
      const heard = { received: [] as Received[], refused: [] as string[], isListening: false };
      const line = followBus({
        ...bus,
        env,
        target,
        files: createNodeFiles({ roots: [root] }),
        keys,
        clock,
        job,
        isOurs: () => true,
        clientId: `test-${process.pid}`,
        onReceived: (received) => void heard.received.push(received),
        onRefused: (why, topic) => void heard.refused.push(`${why} ${topic}`),
        onPublisher: () => undefined,
        onProblem: (problem) => void (heard.isListening = problem === null),
      });
      return Object.assign(heard, { close: () => line.close() });
    },
    dispose: () => store.close(),
  };
}
