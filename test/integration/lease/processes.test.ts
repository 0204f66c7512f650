import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { evolve } from '../../../src/core/evolve.ts';
import { emptyState, type State } from '../../../src/core/state.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { openStore } from '../store/openStore.ts';

const processes = 16;
const script = fileURLToPath(new URL('claimer.ts', import.meta.url));

/** Runs a claimer; resolves with how often it got its files. */
async function claimer(root: string, name: string, count: number, files: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [script, root, name, String(count), ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, name);
  return Number(out);
}

/** The state after each event of the log, in order. */
async function history(root: string): Promise<readonly State[]> {
  const store = await openStore(root);
  try {
    const read = await store.read(0);
    assert.ok(read.ok);
    let state = emptyState;
    return read.value.map((one) => (state = evolve(state, one)));
  } finally {
    store.dispose();
  }
}

/** Files that more than one lease names at this moment, looked up without the code that keeps them apart. */
const heldTwice = (state: State): readonly string[] => {
  const all = Object.values(state.leases).flatMap((lease) => lease.claims);
  return all.filter((file, i) => all.indexOf(file) !== i);
};

describe('sixteen processes that claim files at once', function () {
  this.timeout(120_000);
  const root = useTempFolder();
  const names = Array.from({ length: processes }, (_, i) => `p${i}`);

  it('never hold a file together, whatever they want', async () => {
    const files = Array.from({ length: 8 }, (_, i) => `src/f${i}.ts`);
    const got = await Promise.all(names.map((name) => claimer(root(), name, 12, files)));
    const states = await history(root());
    for (const state of states) assert.deepEqual(heldTwice(state), [], `after event ${state.seq}`);
    assert.deepEqual(states.at(-1)?.leases, {});
    const sum = got.reduce((a, b) => a + b, 0);
    assert.equal(states.length, 2 * sum);
    // Somebody always gets something, and not everybody everything: else nothing was tried.
    assert.ok(sum > processes && sum < 12 * processes, `${sum} claims`);
    const together = Math.max(...states.map((state) => Object.keys(state.leases).length));
    assert.ok(together > 1, 'no two leases were ever held side by side');
    const epochs = states.flatMap((state) =>
      Object.values(state.leases).map((lease) => [lease.id, lease.epoch] as const),
    );
    assert.equal(new Set(epochs.map(([, epoch]) => epoch)).size, new Map(epochs).size, 'an epoch was given twice');
  });

  it('all succeed when their files are disjoint', async () => {
    const got = await Promise.all(names.map((name) => claimer(root(), name, 1, [`src/${name}.ts`])));
    assert.deepEqual(
      got,
      names.map(() => 1),
    );
    const held = Object.values((await history(root())).at(-1)?.leases ?? {});
    assert.deepEqual(
      held.flatMap((lease) => lease.claims).toSorted(),
      names.map((name) => `src/${name}.ts`).toSorted(),
    );
  });

  it('give one file to exactly one of them', async () => {
    const got = await Promise.all(names.map((name) => claimer(root(), name, 1, ['src/one.ts'])));
    assert.equal(got.filter((one) => one === 1).length, 1);
    const [lease, ...more] = Object.values((await history(root())).at(-1)?.leases ?? {});
    assert.deepEqual([more, lease?.session], [[], names[got.indexOf(1)]]);
  });
});
