import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { useTempFolder } from '../../tempFolder.ts';
import { until } from '../../until.ts';
import { openStore, runsOf } from './openStore.ts';

interface Appender {
  readonly child: ChildProcessByStdio<null, Readable, null>;
  readonly acknowledged: () => readonly string[];
  readonly ended: Promise<unknown[]>;
}

function startAppender(root: string, name: string, count: number): Appender {
  const script = fileURLToPath(new URL('appender.ts', import.meta.url));
  const child = spawn(process.execPath, [script, root, name, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  // The part after the last line feed may be half a line.
  return { child, acknowledged: () => output.split('\n').slice(0, -1), ended: once(child, 'close') };
}

describe('the log of several processes', function () {
  this.timeout(120_000);
  const root = useTempFolder();

  it('has no gap and no duplicate when 4 processes append 100 events each at once', async () => {
    const store = await openStore(root(), { reconcileMs: 3_600_000 });
    let heard = 0;
    store.onDidAppend(() => (heard += 1));
    const appenders = ['a', 'b', 'c', 'd'].map((name) => startAppender(root(), name, 100));
    const ends = await Promise.all(appenders.map(({ ended }) => ended));
    assert.deepEqual(
      ends,
      Array.from({ length: 4 }, () => [0, null]),
    );
    const runs = await runsOf(store);
    assert.equal(new Set(runs).size, 400);
    assert.deepEqual(runs.toSorted(), appenders.flatMap(({ acknowledged }) => acknowledged()).toSorted());
    for (const name of ['a', 'b', 'c', 'd']) {
      const own = runs.filter((run) => run.startsWith(name));
      assert.deepEqual(
        own,
        Array.from({ length: 100 }, (_, index) => `${name}-${index}`),
      );
    }
    const { ok, events } = await store.verify();
    assert.deepEqual({ ok, events }, { ok: true, events: 400 });
    await until('the wake-up of another process', () => heard > 0);
    store.dispose();
  });

  it('wakes a process soon after another one committed', async () => {
    const store = await openStore(root(), { reconcileMs: 3_600_000 });
    const heard = new Promise<void>((resolve) => void store.onDidAppend(resolve));
    const { ended } = startAppender(root(), 'a', 1);
    await heard;
    assert.deepEqual(await runsOf(store), ['a-0']);
    await ended;
    store.dispose();
  });

  it('finds a commit without its wake-up by looking from time to time', async () => {
    const store = await openStore(root(), { reconcileMs: 20 });
    const other = await openStore(root());
    let heard = 0;
    store.onDidAppend(() => (heard += 1));
    // Anything that is committed past the store, so without a wake-up: here a body.
    await other.putBlob('text');
    await until('the reconcile look', () => heard > 0);
    for (const one of [store, other]) one.dispose();
  });

  it('verifies and holds all that was acknowledged after each of 20 kills', async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const { child, acknowledged: told, ended } = startAppender(root(), `r${round}`, 1_000_000);
      await until('the first acknowledgement', () => told().length > 0, 20_000);
      await delay(Math.random() * 30);
      child.kill('SIGKILL');
      await ended;
      acknowledged.push(...told());
      const store = await openStore(root());
      const runs = new Set(await runsOf(store));
      assert.deepEqual(
        acknowledged.filter((run) => !runs.has(run)),
        [],
      );
      const verified = await store.verify();
      assert.equal(verified.ok, true, JSON.stringify(verified));
      // Events that were committed right before the kill may not have been told any more, one for each round at most.
      assert.ok(runs.size - acknowledged.length <= round + 1);
      if (round % 2) await store.close();
      else store.dispose();
    }
  });
});
