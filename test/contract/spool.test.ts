import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, rename, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolderSpool } from '../../src/adapters/files/folderSpool.ts';
import { createSpoolFolder } from '../../src/adapters/files/spoolFolder.ts';
import type { Spool } from '../../src/app/ports/files.ts';
import { createMemoryLog } from '../fakes/memoryLog.ts';
import { createMemorySpool } from '../fakes/memorySpool.ts';
import { useTempFolder } from '../tempFolder.ts';
import { until } from '../until.ts';
import { describeSpool } from './describeSpool.ts';

describeSpool('memory', async () => {
  const spool = createMemorySpool();
  return {
    spool,
    drop: (name, text) => spool.drop(name, text),
    waiting: async () => spool.waiting,
    done: async () => spool.done,
    refused: async () => spool.refused,
  };
});

const jsonNames = async (folder: string): Promise<readonly string[]> => {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).toSorted();
};

async function drop(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `.${name}.tmp`), text);
  await rename(join(folder, `.${name}.tmp`), join(folder, name));
}

describe('the spool folder', () => {
  const root = useTempFolder();
  const spools: Spool[] = [];
  const folder = (): string => join(root(), 'spool');
  const open = (reconcileMs = 3_600_000) => {
    const log = createMemoryLog();
    const spool = createFolderSpool({ folder: folder(), log, reconcileMs });
    spools.push(spool);
    return { spool, log };
  };
  afterEach(() => spools.splice(0).forEach((spool) => spool.dispose()));

  describeSpool('folder', async () => ({
    spool: open().spool,
    drop: (name, text) => drop(folder(), name, text),
    waiting: () => jsonNames(folder()),
    done: () => jsonNames(join(folder(), 'done')),
    refused: () => jsonNames(join(folder(), 'refused')),
  }));

  it('puts the word of a hook, whose name has no time, between those of others', async () => {
    const [second, taken] = [1_796_041_636, [] as string[]];
    for (const name of [`${second}500-job-1.json`, 'hook-9-0.json', 'hook-10-0.json', `${second}900-job-1.json`])
      await drop(folder(), name, name);
    await utimes(join(folder(), 'hook-9-0.json'), second, second + 0.7);
    await utimes(join(folder(), 'hook-10-0.json'), second, second + 0.6);
    await open().spool.start(async ({ name }) => void taken.push(name));
    assert.deepEqual(taken, [`${second}500-job-1.json`, 'hook-10-0.json', 'hook-9-0.json', `${second}900-job-1.json`]);
  });

  it('leaves files alone that are still being written', async () => {
    const { spool } = open(10);
    const taken: string[] = [];
    await mkdir(folder());
    for (const name of ['.a-1.json', 'a-2.json.tmp', 'a-3.txt', 'a-4.json']) await writeFile(join(folder(), name), '1');
    void spool.start(async ({ name }) => void taken.push(name));
    await until('the whole file', async () => (await jsonNames(join(folder(), 'done'))).length === 1);
    assert.deepEqual(taken, ['a-4.json']);
    assert.deepEqual((await readdir(folder())).toSorted(), ['.a-1.json', 'a-2.json.tmp', 'a-3.txt', 'done', 'refused']);
  });

  it('refuses links and folders, and says why', async () => {
    const { spool, log } = open();
    await mkdir(join(folder(), 'a-1.json'), { recursive: true });
    await writeFile(join(root(), 'secret'), 'text of somebody else');
    await symlink(join(root(), 'secret'), join(folder(), 'a-2.json'));
    const taken: string[] = [];
    void spool.start(async ({ name }) => void taken.push(name));
    await until('both', async () => (await jsonNames(join(folder(), 'refused'))).length === 2);
    assert.deepEqual(taken, []);
    assert.deepEqual(
      log.entries.map(({ level, fields }) => [level, fields['name']]),
      [
        ['warn', 'a-1.json'],
        ['warn', 'a-2.json'],
      ],
    );
  });

  it('hands a file over again when the process ended before it was moved', async () => {
    const first = open().spool;
    const taken: string[] = [];
    void first.start(({ name }) => {
      taken.push(name);
      // Never answers, as a process that is killed.
      return new Promise(() => undefined);
    });
    await drop(folder(), 'a-1.json', '1');
    await until('the first hand-over', () => taken.length === 1);
    first.dispose();
    void open().spool.start(async ({ name }) => void taken.push(name));
    await until('the second', async () => (await jsonNames(join(folder(), 'done'))).length === 1);
    assert.deepEqual(taken, ['a-1.json', 'a-1.json']);
  });

  it('keeps both when a name comes again', async () => {
    const { spool } = open();
    void spool.start(async () => undefined);
    for (const count of [1, 2, 3]) {
      await drop(folder(), 'a-1.json', `${count}`);
      await until(`file ${count}`, async () => (await jsonNames(join(folder(), 'done'))).length === count);
    }
    assert.deepEqual(await jsonNames(join(folder(), 'done')), ['a-1.json', 'a-1~2.json', 'a-1~3.json']);
  });

  it('keeps no secret of what it was given, whether taken or refused', async () => {
    const { spool } = open();
    const secret = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
    const read = (path: string) => readFile(join(folder(), path), 'utf8');
    void spool.start(async (_name, text) => {
      // What is taken must be there as it was until then.
      assert.ok(text.includes(secret) || text === 'none');
      if (text.startsWith('not')) throw new Error('It is no message.');
    });
    await drop(folder(), 'a-1.json', JSON.stringify({ text: `line\n${secret}`, job: 'j' }));
    await drop(folder(), 'a-2.json', `not JSON: ${secret}`);
    await drop(folder(), `a-3-${secret}.json`, 'none');
    await writeFile(join(folder(), '.a-4.tmp'), '');
    await truncate(join(folder(), '.a-4.tmp'), 9 * 1024 * 1024);
    await rename(join(folder(), '.a-4.tmp'), join(folder(), 'a-4.json'));
    await until('all four', async () => (await jsonNames(join(folder(), 'refused'))).length === 2);
    assert.deepEqual(JSON.parse(await read('done/a-1.json')), { text: 'line\n[redacted: GitHub token]', job: 'j' });
    assert.equal(await read('refused/a-2.json'), 'not JSON: [redacted: GitHub token]');
    assert.match(await read('refused/a-4.json'), /^\{"refused":"It is larger than/);
    assert.deepEqual(await jsonNames(join(folder(), 'done')), ['a-1.json', 'a-3-_redacted_GitHub_token_.json']);
    assert.deepEqual(await jsonNames(folder()), []);
  });

  it('keeps the head of a hook’s message alone, and 32 MiB of all', async () => {
    const head = { v: 2, type: 'sessionHook', session: 's1', generation: 1, agent: 'claude', hook: 'Stop' };
    await drop(folder(), 'hook-1-0.json', `${JSON.stringify(head)}\n{"prompt":"of a person"}`);
    await drop(folder(), 'hook-1-1.json', JSON.stringify({ ...head, payload: 'of a person' }));
    await open().spool.start(async () => undefined);
    for (const name of ['hook-1-0.json', 'hook-1-1.json'])
      assert.deepEqual(JSON.parse(await readFile(join(folder(), 'done', name), 'utf8')), head);
    for (let i = 0; i < 5; i++) {
      await writeFile(join(folder(), 'done', `1-${i}.json`), '');
      await truncate(join(folder(), 'done', `1-${i}.json`), 8 * 1024 * 1024);
    }
    await createSpoolFolder(folder()).prune();
    assert.ok((await jsonNames(join(folder(), 'done'))).filter((name) => name.startsWith('1-')).length <= 4);
  });

  it('keeps no token, and says of each file that was refused why', async () => {
    const { spool } = open();
    const token = 'aB3xY9kQ7mN2'.repeat(3);
    void spool.start(async ({ name }) => {
      if (name.startsWith('b')) throw new Error('It is of another job.');
    });
    const message = { v: 2, token, job: 'j', data: { token } };
    await drop(folder(), 'a-1.json', JSON.stringify(message));
    await drop(folder(), 'b-2.json', `${JSON.stringify(message)}\n{"token": "${token}"}`);
    await until('the refusal', async () => (await jsonNames(join(folder(), 'refused'))).length === 1);
    for (const path of ['done/a-1.json', 'refused/b-2.json']) {
      const kept = await readFile(join(folder(), path), 'utf8');
      assert.ok(kept.includes('"job":"j"') && !kept.includes(token), kept);
    }
    const lines = (await readFile(join(folder(), 'refused.ndjson'), 'utf8')).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => ({ ...JSON.parse(line), at: '' })),
      [{ at: '', file: 'b-2.json', reason: 'Error: It is of another job.' }],
    );
  });

  it('drops what senders left beside their messages once it is old', async () => {
    const spool = createSpoolFolder(folder());
    await mkdir(spool.done, { recursive: true });
    await mkdir(spool.refused);
    const old = Date.now() / 1000 - 8 * 24 * 3600;
    for (const name of ['.seq-j-1', '.x.tmp', '.seq-j-2', 'waits.json']) {
      await writeFile(join(folder(), name), '1');
      if (name !== '.seq-j-2') await utimes(join(folder(), name), old, old);
    }
    await spool.prune();
    assert.deepEqual((await readdir(folder())).toSorted(), ['.seq-j-2', 'done', 'refused', 'waits.json']);
  });

  it('begins the record of refusals anew when it has grown, and keeps the one before', async () => {
    const spool = createSpoolFolder(folder());
    await mkdir(folder());
    await writeFile(join(folder(), 'refused.ndjson'), 'x'.repeat(1024 * 1024 + 1));
    for (const name of ['a.json', 'b.json']) await spool.note(name, 'y'.repeat(9_999));
    const record = await readFile(join(folder(), 'refused.ndjson'), 'utf8');
    assert.ok(record.length < 2_000 && record.split('\n').length === 3, record.slice(0, 100));
    assert.ok((await readdir(folder())).includes('refused.ndjson.old'));
  });

  it('keeps the last 1,000', async () => {
    const spool = createSpoolFolder(folder());
    await mkdir(spool.done, { recursive: true });
    await mkdir(spool.refused);
    for (let index = 0; index < 1_020; index += 1) await writeFile(join(spool.done, `a-${index}.json`), '');
    await spool.prune();
    const names = await readdir(spool.done);
    assert.equal(names.length, 1_000);
    assert.equal(names.includes('a-1019.json') && !names.includes('a-0.json'), true);
  });

  it('takes a file within 25 ms of its rename, 95 times of 100', async () => {
    const { spool } = open();
    const takenAt = new Map<string, number>();
    void spool.start(async ({ name }) => void takenAt.set(name, performance.now()));
    await until('the start', async () => (await readdir(folder()).catch(() => [])).length === 2);
    const waits: number[] = [];
    for (let index = 0; index < 100; index += 1) {
      const name = `a-${index}.json`;
      await writeFile(join(folder(), `.${name}.tmp`), '{"kind":"progress"}');
      const renamed = performance.now();
      await rename(join(folder(), `.${name}.tmp`), join(folder(), name));
      await until('the hand-over', () => takenAt.has(name));
      waits.push(takenAt.get(name)! - renamed);
    }
    const sorted = waits.toSorted((a, b) => a - b);
    const p95 = sorted[94]!;
    if (process.env['MAM_TEST_MEASURE'])
      process.stderr.write(`spool: p50 ${sorted[49]!.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms\n`);
    assert.ok(p95 < 25, `${p95} ms`);
  });
});
