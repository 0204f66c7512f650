import assert from 'node:assert/strict';
import { FakeMachine } from '../fakes/fakeMachine.ts';
import { isoSeconds } from '../../src/base/clock.ts';
import { hearHook } from '../../src/app/agentSession/hearHook.ts';
import { createSessionWatch } from '../../src/app/agentSession/watch.ts';
import { createOrchestrator } from '../../src/app/orchestrator.ts';
import type { HookWord } from '../../src/app/ports/sessionSigns.ts';
import { statusOf, type SessionStatus } from '../../src/core/agentSession/status.ts';
import type { Backend } from '../../src/core/agentSession/types.ts';
import type { Command } from '../../src/core/command.ts';
import { createCountingIds } from '../fakes/countingIds.ts';
import { FakeSigns } from '../fakes/fakeSigns.ts';
import { FakeTerminals } from '../fakes/fakeTerminals.ts';
import { ManualClock } from '../fakes/manualClock.ts';
import { createMemoryLog } from '../fakes/memoryLog.ts';
import { createMemoryStore } from '../fakes/memoryStore.ts';
import { testKeys } from './appHarness.ts';
import { privacy } from './privacy.ts';
import { orderOf } from './delegation.ts';
import { aSession } from './sights.ts';

const host = { kind: 'host', id: 'test' } as const;

/** The real engine and the real watch on a fake place, fake signs and a clock that only the test turns. */
export async function watchedSessions(offers: Partial<FakeTerminals['offers']> = {}, backend: Backend = 'tmux') {
  const clock = new ManualClock(Date.UTC(2026, 0, 31, 12));
  const log = createMemoryLog();
  const store = createMemoryStore();
  const owned = await store.ownership.acquire();
  assert.ok(owned.ok);
  const { epoch } = owned.value;
  const created = await createOrchestrator({
    store,
    clock,
    ids: createCountingIds(),
    awakeMs: () => clock.now(),
    epoch: () => epoch,
    mostLanes: () => 4,
    samplePool: () => ({ load: null, conflicts: null }),
    redact: privacy.redact,
    tokenHash: (job, attempt) => testKeys.hash(testKeys.jobToken(job, attempt)),
  });
  assert.ok(created.ok);
  const orchestrator = created.value;
  const place = new FakeTerminals(backend, offers);
  const signs = new FakeSigns();
  const watchNow = () =>
    createSessionWatch({
      ports: { terminals: { [backend]: place }, signs, machine: new FakeMachine(), clock, log },
      orchestrator,
    });
  let watch = watchNow();
  const following = orchestrator.onDidChange(() => watch.follow(orchestrator.state));
  const counts = { looks: 0 };
  const heard = new Map<string, string>();
  let hooks = 0;
  const look = place.look.bind(place);
  place.look = (handle) => {
    counts.looks += 1;
    return look(handle);
  };
  const act = async (command: Command): Promise<void> => {
    const done = await orchestrator.dispatch(command, host);
    assert.ok(done.ok, done.ok ? '' : done.error.code);
  };
  const world = {
    clock,
    log,
    place,
    signs,
    get watch() {
      return watch;
    },
    counts,
    heard,
    orchestrator,
    store,
    act,
    session: (id = 's1') => {
      const session = orchestrator.state.agentSessions[id];
      assert.ok(session);
      return session;
    },
    status: (id = 's1'): SessionStatus => statusOf(orchestrator.state, world.session(id), isoSeconds(clock.now())),
    /** A session whose process runs at its place. */
    async open(id = 's1', agent = 'codex'): Promise<void> {
      const { name, cwd, worktree, role, controlPlane } = aSession();
      await act({
        type: 'openAgentSession',
        session: { id, name: `${name}-${id}`, agent, backend, cwd, worktree, role, controlPlane, conversation: null },
      });
      await world.started(id);
    },
    /** The effect that starts its process has ended well. */
    async started(id: string): Promise<void> {
      const { generation } = world.session(id);
      const spec = { id: `${id}.${generation}`, name: id, argv: ['agent'] as const, cwd: '/repo', env: {} };
      const opened = await place.open(spec, new AbortController().signal);
      assert.ok(opened.ok);
      const effect = `session/${id}/${generation}/start`;
      const outcome = { kind: 'startSession', handle: opened.value.handle, process: null } as const;
      await act({ type: 'startEffect', effect, epoch });
      await act({ type: 'settleEffect', effect, outcome });
    },
    /** Another host watches from now on, which knows what is in the log. */
    async changeOwner(): Promise<void> {
      watch.dispose();
      heard.clear();
      await watch.settled();
      watch = watchNow();
      watch.follow(orchestrator.state);
    },
    /** A job whose prompt is on its way. */
    async give(job = 'j1', id = 's1'): Promise<void> {
      await act({ type: 'submitJob', order: orderOf(job, { session: id }), queue: false });
      await act({ type: 'sendPrompt', job, attempt: 1 });
    },
    /** `order` is where the hook's call stands among all; the next one unless it is said. */
    hear: (word: Partial<HookWord>, id = 's1', order = String((hooks += 1)).padStart(5, '0')) =>
      hearHook(
        world.session(id),
        { agent: 'codex', hook: 'X', payload: JSON.stringify(word), order },
        { orchestrator, signs, clock, heard },
      ),
    /** Time passes and everything that was seen is recorded. */
    async pass(seconds: number): Promise<void> {
      await clock.advance(seconds * 1000);
      await watch.settled();
    },
    async dispose(): Promise<void> {
      following.dispose();
      watch.dispose();
      await watch.settled();
      assert.equal(clock.waiting, 0);
      assert.deepEqual(log.entries, []);
    },
  };
  return world;
}

export type WatchedSessions = Awaited<ReturnType<typeof watchedSessions>>;
