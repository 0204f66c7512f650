import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ProcessIdentity } from '../../../src/adapters/store/processFacts.ts';
import { createProcessFacts } from '../../../src/adapters/store/processFacts.ts';
import { createFakeMachine } from '../../fakes/fakeProcessFacts.ts';
import type { FakeMachine } from '../../fakes/fakeProcessFacts.ts';
import { ManualClock } from '../../fakes/manualClock.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { openStore } from './openStore.ts';
import type { SqliteStore } from '../../../src/adapters/store/sqliteStore.ts';

const holderPid = 10;

/** What may have happened since process 10 became owner, and what process 20 gets that asks then. */
interface Case {
  readonly what: string;
  /** How the asking host differs from the holder's machine. */
  readonly asker?: Partial<ProcessIdentity>;
  readonly holder?: Partial<ProcessIdentity>;
  readonly happened?: (scene: Scene) => Promise<void> | void;
  readonly taken: boolean;
}

interface Scene {
  readonly machine: FakeMachine;
  /** Lets time pass in which the asking host was awake, told in ticks of 5 s. */
  readonly awake: (ms: number) => Promise<void>;
  /** Lets time pass in which everybody slept. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly owner: SqliteStore;
}

const minute = 60_000;
const die = ({ machine }: Scene): void => void machine.processes.delete(holderPid);
const elsewhere: Partial<ProcessIdentity> = { machine: 'machine 2', boot: 'boot 2' };
const container: Partial<ProcessIdentity> = { pidNamespace: 'pid:[2]' };

const cases: readonly Case[] = [
  { what: 'lives', taken: false },
  { what: 'is gone', happened: die, taken: true },
  {
    what: 'is gone and its pid belongs to another process',
    happened: ({ machine }) => void machine.processes.set(holderPid, 'later'),
    taken: true,
  },
  {
    what: 'lives, but its start time can’t be read',
    happened: ({ machine }) => void machine.processes.set(holderPid, null),
    taken: false,
  },
  { what: 'lived before the machine was started again', asker: { boot: 'boot 2' }, taken: true },
  { what: 'lives where boots have no id', holder: { boot: null }, asker: { boot: null }, taken: false },
  { what: 'may be gone, but in another container', asker: container, happened: die, taken: false },
  { what: 'may be gone, but on another machine', asker: elsewhere, happened: die, taken: false },
  { what: 'was silent for 25 s', happened: ({ awake }) => awake(25_000), taken: false },
  { what: 'was silent for 30 s', happened: ({ awake }) => awake(30_000), taken: true },
  { what: 'was silent while everybody slept for an hour', happened: ({ sleep }) => sleep(60 * minute), taken: false },
  {
    what: 'beats',
    async happened({ awake, owner }) {
      await awake(25_000);
      assert.equal(await owner.ownership.beat(), true);
      await awake(25_000);
    },
    taken: false,
  },
  {
    what: 'was silent for 9 minutes in another container',
    asker: container,
    happened: ({ awake }) => awake(9 * minute),
    taken: false,
  },
  {
    what: 'was silent for 10 minutes in another container',
    asker: container,
    happened: ({ awake }) => awake(10 * minute),
    taken: true,
  },
  {
    what: 'was silent for 10 minutes on another machine',
    asker: elsewhere,
    happened: ({ awake }) => awake(10 * minute),
    taken: true,
  },
  {
    what: 'slept for an hour together with another container',
    asker: container,
    happened: ({ sleep }) => sleep(60 * minute),
    taken: false,
  },
];

describe('ownership', () => {
  const root = useTempFolder();

  for (const { what, asker, holder, happened, taken } of cases) {
    it(`${taken ? 'is taken from' : 'stays with'} an owner that ${what}`, async () => {
      const clock = new ManualClock();
      const machine = createFakeMachine();
      const owner = await openStore(root(), { clock, facts: machine.factsOf(holderPid, holder), label: 'the owner' });
      const other = await openStore(root(), { clock, facts: machine.factsOf(20, asker) });
      await owner.ownership.acquire();
      const awake = async (ms: number): Promise<void> => {
        for (let passed = 0; passed < ms; passed += 5_000) {
          await clock.advance(5_000);
          await other.awake(5_000);
        }
      };
      await happened?.({ machine, owner, awake, sleep: (ms) => clock.advance(ms) });
      const answer = await other.ownership.acquire();
      const info = { pid: holderPid, host: 'test', epoch: 1, version: '1.0.0', label: 'the owner' };
      assert.deepEqual(answer, taken ? { ok: true, value: { epoch: 2 } } : { ok: false, error: info });
      assert.equal(await owner.ownership.beat(), !taken);
      assert.equal((await other.ownership.current())?.pid, taken ? 20 : holderPid);
      for (const store of [owner, other]) store.dispose();
    });
  }

  it('has one winner when several ask at once', async () => {
    const machine = createFakeMachine();
    const stores = await Promise.all([1, 2, 3, 4].map((pid) => openStore(root(), { facts: machine.factsOf(pid) })));
    const answers = await Promise.all(stores.map((store) => store.ownership.acquire()));
    assert.equal(answers.filter(({ ok }) => ok).length, 1);
    for (const store of stores) store.dispose();
  });

  it('counts each moment once when several hosts were awake', async () => {
    const clock = new ManualClock();
    const [one, other] = [await openStore(root(), { clock }), await openStore(root(), { clock })];
    await one.awake(0);
    for (let tick = 0; tick < 4; tick += 1) {
      await clock.advance(2_500);
      await (tick % 2 ? one : other).awake(5_000);
    }
    assert.equal(await one.awake(0), 10_000);
    for (const store of [one, other]) store.dispose();
  });
});

describe('what is known of processes', () => {
  const facts = createProcessFacts();

  it('tells this process from one that has ended', async () => {
    const me = await facts.self();
    assert.equal(me.pid, process.pid);
    assert.deepEqual(await facts.look(process.pid), { alive: true, started: me.started });
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'close');
    assert.deepEqual(await facts.look(child.pid!), { alive: false, started: null });
  });

  it('has all facts on Linux, and tells two processes apart', async function () {
    if (process.platform !== 'linux') this.skip();
    const me = await facts.self();
    assert.match(me.started ?? '', /^\d+$/);
    assert.match(me.boot ?? '', /^[0-9a-f-]{36}$/);
    assert.match(me.pidNamespace ?? '', /^pid:\[\d+\]$/);
    const first = await facts.look(1);
    assert.equal(first.alive, true);
    assert.notEqual(first.started, me.started);
  });
});
