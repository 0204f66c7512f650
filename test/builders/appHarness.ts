import assert from 'node:assert/strict';
import type { App } from '../../src/app/app.ts';
import { createJobKeys } from '../../src/adapters/store/jobKeys.ts';
import { createApp } from '../../src/app/createApp.ts';
import type { StartRequest } from '../../src/app/loopOptions.ts';
import type { Ports } from '../../src/app/ports.ts';
import type { Shipping } from '../../src/app/ports/shipping.ts';
import type { CheckRun } from '../../src/app/ports/commands.ts';
import type { Actor } from '../../src/core/actor.ts';
import type { Run } from '../../src/core/loop/types.ts';
import type { Settings } from '../../src/protocol/settings.ts';
import { createCountingIds } from '../fakes/countingIds.ts';
import { FakeMachine } from '../fakes/fakeMachine.ts';
import { FakeAgents } from '../fakes/fakeAgents.ts';
import { FakeSessionAgents } from '../fakes/fakeSessionAgents.ts';
import { FakeSigns } from '../fakes/fakeSigns.ts';
import { FakeTeams } from '../fakes/fakeTeams.ts';
import { byAccess, FakeLanes, reported, type Play } from '../fakes/fakeLanes.ts';
import { ManualClock, settle } from '../fakes/manualClock.ts';
import { createMemoryForge } from '../fakes/memoryForge.ts';
import { createMemoryFiles } from '../fakes/memoryFiles.ts';
import { createMemoryGit } from '../fakes/memoryGit.ts';
import { createMemoryLog } from '../fakes/memoryLog.ts';
import { createMemorySpool } from '../fakes/memorySpool.ts';
import { createMemoryStore, type MemoryStore } from '../fakes/memoryStore.ts';
import { settingsWith } from './settings.ts';

/** The keys that the harness gives, for whoever speaks for a job. */
export const testKeys = createJobKeys(new Uint8Array(32), 'test');

export const person: Actor = { kind: 'person', id: 'test' };

const passed: CheckRun = { exitCode: 0, timedOut: false, tail: 'ok', durationMs: 5, problem: null };

/** Writes the claimed file `a.txt`, differently each time, so that every round has a change. */
export const writesFile = (git: ReturnType<typeof createMemoryGit>, path = 'a.txt'): Play => {
  let n = 0;
  return (spec) => {
    n += 1;
    git.files(spec.cwd).set(path, `change ${n}\n`);
    return reported('Changed it.');
  };
};

export const passes: Play = () => reported('Looks right.\n\n[VERDICT: PASS]');

/** Stored bodies that are no record of what worktrees share. */
export const patchesIn = ({ store }: Pick<Harness, 'store'>): readonly string[] =>
  [...store.database.blobs.values()].filter((text): text is string => text !== null && !text.startsWith('[{"kind":'));

export interface Harness {
  readonly app: App;
  readonly git: ReturnType<typeof createMemoryGit>;
  readonly forge: ReturnType<typeof createMemoryForge>;
  readonly lanes: FakeLanes;
  readonly agents: FakeAgents;
  readonly teams: FakeTeams;
  readonly files: ReturnType<typeof createMemoryFiles>;
  readonly store: MemoryStore;
  readonly clock: ManualClock;
  readonly spool: ReturnType<typeof createMemorySpool>;
  readonly ports: Ports;
  readonly log: ReturnType<typeof createMemoryLog>;
  readonly commands: { result: CheckRun; readonly ran: string[] };
  start(request?: Partial<StartRequest>): Promise<void>;
  /** Lets everything run until nothing is open that could go on by itself. */
  rest(): Promise<void>;
  run(task?: string): Run;
}

export interface HarnessOptions {
  readonly queue: string;
  readonly signs?: FakeSigns;
  readonly play?: (git: ReturnType<typeof createMemoryGit>) => Play;
  readonly settings?: Partial<Settings>;
  readonly store?: MemoryStore;
  readonly git?: ReturnType<typeof createMemoryGit>;
  readonly files?: ReturnType<typeof createMemoryFiles>;
  readonly lanes?: FakeLanes;
  readonly clock?: ManualClock;
  /** A second host needs another one, so that its ids are its own. */
  readonly idPrefix?: string;
  readonly shipping?: Shipping;
  readonly terminals?: Ports['terminals'];
  readonly bootId?: string;
  readonly machine?: FakeMachine;
  readonly laneEnv?: Readonly<Record<string, string>>;
  readonly sessionAgents?: FakeSessionAgents;
  /** What the application gets instead of the fakes. */
  readonly wrap?: (ports: Ports) => Ports;
}

/** The whole application on fake ports and a clock that only tests turn. */
export async function createHarness(options: HarnessOptions): Promise<Harness> {
  const git = options.git ?? createMemoryGit();
  const forge = createMemoryForge();
  const store = options.store ?? createMemoryStore();
  const clock = options.clock ?? new ManualClock();
  const files = options.files ?? createMemoryFiles({ '/repo/tasks/queue.md': options.queue, '/repo/a.txt': 'one\n' });
  const lanes =
    options.lanes ?? new FakeLanes(options.play?.(git) ?? byAccess({ write: writesFile(git), read: passes }));
  const agents = new FakeAgents();
  const teams = new FakeTeams();
  const spool = createMemorySpool();
  const log = createMemoryLog();
  const commands: Harness['commands'] = { result: passed, ran: [] };
  const ports: Ports = {
    terminals: options.terminals ?? {},
    sessionAgents: options.sessionAgents ?? new FakeSessionAgents(),
    machine: options.machine ?? new FakeMachine(options.bootId),
    signs: options.signs ?? new FakeSigns(),
    store,
    git,
    forge,
    lanes,
    teams,
    agents,
    transcripts: { open: () => ({ read: async () => [], skipped: () => 0 }) },
    files,
    clock,
    spool,
    reports: { look: async () => ({ kind: 'none' }) },
    keys: testKeys,
    ids: createCountingIds(options.idPrefix),
    log,
    commands: {
      run: async (spec) => {
        commands.ran.push(spec.argv.join(' '));
        return commands.result;
      },
    },
  };
  const given = options.wrap?.(ports) ?? ports;
  const facts = await given.git.facts();
  assert.ok(facts.ok);
  const settings = settingsWith(options.settings);
  const created = await createApp(given, {
    facts: facts.value,
    binFolder: '/bin',
    settings: () => settings,
    modelWishes: {},
    laneEnv: options.laneEnv ?? {},
    ...(options.shipping ? { shipping: options.shipping } : {}),
    release: async () => undefined,
  });
  assert.ok(created.ok, created.ok ? '' : created.error.code);
  const app = created.value;

  const rest = async (): Promise<void> => {
    for (let before = -1; before !== app.state.seq;) {
      before = app.state.seq;
      for (let i = 0; i < 20; i++) await settle();
    }
  };
  return {
    app,
    git,
    forge,
    lanes,
    agents,
    teams,
    files,
    store,
    clock,
    spool,
    ports,
    log,
    commands,
    rest,
    start: async (request = {}) => {
      const all = { tasks: null, limit: 1, only: null, agents: {}, claims: {}, allowedChecks: [], ...request };
      const started = await app.startLoop(all, person);
      assert.ok(started.ok, started.ok ? '' : `${started.error.code} ${JSON.stringify(started.error.params)}`);
      await rest();
    },
    run: (task) => {
      const found = Object.values(app.state.runs).findLast((run) => task === undefined || run.task.id === task);
      assert.ok(found);
      return found;
    },
  };
}
