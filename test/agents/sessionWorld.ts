import assert from 'node:assert/strict';
import { FakeMachine } from '../fakes/fakeMachine.ts';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRegistry } from '../../src/adapters/agents/registry.ts';
import { createSessionAgents } from '../../src/adapters/agents/sessionAgents.ts';
import { createSessionSigns } from '../../src/adapters/agents/sessionSigns.ts';
import { createFolderSpool } from '../../src/adapters/files/folderSpool.ts';
import { createPathWatch } from '../../src/adapters/files/watchPath.ts';
import { createSystemClock } from '../../src/adapters/system/systemClock.ts';
import { createSessionWatch } from '../../src/app/agentSession/watch.ts';
import { createOrchestrator } from '../../src/app/orchestrator.ts';
import { takeFromSpool } from '../../src/app/takeFromSpool.ts';
import { isoSeconds } from '../../src/base/clock.ts';
import { statusOf, type SessionStatus } from '../../src/core/agentSession/status.ts';
import type { AgentSession } from '../../src/core/agentSession/types.ts';
import type { Command } from '../../src/core/command.ts';
import { testKeys } from '../builders/appHarness.ts';
import { privacy } from '../builders/privacy.ts';
import { aSession } from '../builders/sights.ts';
import { tmuxIn, tmuxPlaces } from '../contract/terminals/tmuxPlaces.ts';
import { createCountingIds } from '../fakes/countingIds.ts';
import { createMemoryLog } from '../fakes/memoryLog.ts';
import { createMemoryStore } from '../fakes/memoryStore.ts';
import { until } from '../until.ts';

const host = { kind: 'host', id: 'test' } as const;
const bin = join(import.meta.dirname, '../../media/bin');

/** A real agent in a real tmux, with its hooks, transcript, title and screen, under the real watch. */
export async function startRealSession(agent: string, env: Readonly<Record<string, string>>, cwd: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mam-status-')));
  const spoolFolder = join(folder, 'spool');
  mkdirSync(spoolFolder);
  const clock = createSystemClock();
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
  const registry = createRegistry({ rehearsalProgram: ['false'], signIn: () => 'any' });
  const place = tmuxIn(folder, { env });
  const signs = createSessionSigns({ registry, env, clock, watch: createPathWatch() });
  const watch = createSessionWatch({
    ports: { terminals: { tmux: place }, signs, machine: new FakeMachine(), clock, log },
    orchestrator,
  });
  const seen: string[] = [];
  const hooks: string[] = [];
  const session = (): AgentSession => {
    const found = orchestrator.state.agentSessions['s1'];
    assert.ok(found);
    return found;
  };
  const status = (): SessionStatus => statusOf(orchestrator.state, session(), isoSeconds(clock.now()));
  const following = orchestrator.onDidChange(() => {
    watch.follow(orchestrator.state);
    const { kind, source } = status();
    if (seen.at(-1) !== `${kind} by ${source}`) seen.push(`${kind} by ${source}`);
  });
  const spool = createFolderSpool({ folder: spoolFolder, log });
  const heard = new Map<string, string>();
  await spool.start((file, text) => {
    hooks.push(/"hook":"([^"]*)"/.exec(text)?.[1] ?? '?');
    return takeFromSpool(file, text, { orchestrator, keys: testKeys, signs, clock, heard });
  });
  const act = async (command: Command): Promise<void> => assert.ok((await orchestrator.dispatch(command, host)).ok);

  const agents = createSessionAgents({ registry, env, bin });
  const conversation = agents.newConversation(agent, true);
  assert.ok(conversation.ok);
  const { name, worktree, role, controlPlane } = aSession();
  const given = { id: 's1', name, agent, backend: 'tmux', cwd, worktree, role, controlPlane } as const;
  await act({ type: 'openAgentSession', session: { ...given, conversation: conversation.value } });
  const launched = await agents.launch({
    agent,
    conversation: conversation.value,
    resume: false,
    spoken: false,
    terminal: true,
    env: {
      MAM_SESSION: 's1',
      MAM_GENERATION: '1',
      MAM_SESSION_TOKEN: testKeys.sessionToken('s1', 1),
      MAM_SPOOL: spoolFolder,
    },
  });
  assert.ok(launched.ok, launched.ok ? '' : JSON.stringify(launched.error));
  const opened = await place.open({ id: 's1.1', name, cwd, ...launched.value }, new AbortController().signal);
  assert.ok(opened.ok, opened.ok ? '' : JSON.stringify(opened.error));
  const { handle } = opened.value;
  await act({ type: 'startEffect', effect: 'session/s1/1/start', epoch });
  await act({
    type: 'settleEffect',
    effect: 'session/s1/1/start',
    outcome: { kind: 'startSession', handle, process: null },
  });

  const screen = async (): Promise<string> => {
    const read = await place.read(handle, 60);
    return read.ok ? read.value : read.error.code;
  };
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) assert.ok((await place.press(handle, key)).ok);
  };
  return {
    bin,
    seen,
    hooks,
    session,
    status,
    screen,
    press,
    place,
    handle,
    /** Types a prompt once the agent is drawn, and sends it. */
    async prompt(text: string): Promise<void> {
      assert.ok((await place.type(handle, text)).ok);
      await until('the prompt to be drawn', async () => (await screen()).includes(text.slice(-12)), 10_000);
      await press('Enter');
    },
    pass: (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms)),
    becomes: async (kind: SessionStatus['kind'], ms = 20_000): Promise<void> => {
      await until(kind, async () => status().kind === kind, ms).catch(async (error: unknown) => {
        throw new Error(
          `${String(error)}: ${JSON.stringify([status(), seen, hooks, session().sights])}\n${await screen()}`,
        );
      });
    },
    async dispose(): Promise<void> {
      following.dispose();
      watch.dispose();
      spool.dispose();
      await place.close(handle, 3000);
      await watch.settled();
      await tmuxPlaces(folder).close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
