import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRepositoryLock } from '../../../src/adapters/git/repositoryLock.ts';
import { startTimeOf } from '../../../src/adapters/process/processTable.ts';
import { err, ok } from '../../../src/base/result.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { codeOf, must } from './support.ts';

describe('git: repository lock', () => {
  const folder = useTempFolder();
  const path = () => join(folder(), 'git.lock');

  const change = (text: string, changes: Readonly<Record<string, unknown>>): string => {
    const holder: unknown = JSON.parse(text);
    return JSON.stringify(Object.assign({}, holder, changes));
  };

  /** What a holder writes, taken from a real one and changed. */
  async function leave(changes: Readonly<Record<string, unknown>>): Promise<void> {
    const text = must(await createRepositoryLock(folder()).run(async () => ok(await readFile(path(), 'utf8'))));
    await mkdir(folder(), { recursive: true });
    await writeFile(path(), change(text, { nonce: 'left', ...changes }));
  }

  it('lets one holder in at a time, also of separate locks, and leaves nothing', async () => {
    let inside = 0;
    let most = 0;
    const locks = Array.from({ length: 4 }, () => createRepositoryLock(folder()));
    const turns = locks
      .flatMap((lock) => [lock, lock, lock])
      .map((lock) =>
        lock.run(async () => {
          inside += 1;
          most = Math.max(most, inside);
          await readdir(folder());
          inside -= 1;
          return ok(undefined);
        }),
      );
    for (const turn of await Promise.all(turns)) must(turn);
    assert.equal(most, 1);
    assert.deepEqual(await readdir(folder()), []);
  });

  it('is free again after a task that failed or threw', async () => {
    const lock = createRepositoryLock(folder());
    await assert.rejects(
      lock.run(() => Promise.reject(new Error('bug'))),
      /bug/,
    );
    const refused = await lock.run(async () => err({ code: 'x', text: '', params: {} }));
    assert.equal(codeOf(refused), 'x');
    must(await lock.run(async () => ok(1)));
  });

  it('takes over from a dead holder, also when its pid lives again', async () => {
    const dead = spawn('true');
    await once(dead, 'exit');
    await leave({ pid: dead.pid, startTime: 'before' });
    must(await createRepositoryLock(folder(), 2000).run(async () => ok(1)));
    await leave({ pid: process.pid, startTime: 'before' });
    must(await createRepositoryLock(folder(), 2000).run(async () => ok(1)));
    assert.deepEqual(await readdir(folder()), []);
  });

  it('takes over past a thief that died, and lets only one of many thieves in', async () => {
    await leave({ pid: process.pid, startTime: 'before' });
    await writeFile(`${path()}.steal-left`, change(await readFile(path(), 'utf8'), { nonce: 'thief' }));
    let inside = 0;
    const turns = Array.from({ length: 6 }, () =>
      createRepositoryLock(folder(), 5000).run(async () => {
        assert.equal(++inside, 1);
        await readdir(folder());
        inside -= 1;
        return ok(undefined);
      }),
    );
    for (const turn of await Promise.all(turns)) must(turn);
    assert.deepEqual(await readdir(folder()), []);
  });

  it('never robs a living holder whose start time the system does not tell, and follows it when it is gone', async () => {
    await leave({ pid: process.pid, startTime: '' });
    assert.equal(codeOf(await createRepositoryLock(folder(), 60).run(async () => ok(1))), 'git.busy');
    const dead = spawn('true');
    await once(dead, 'exit');
    await rm(path());
    await leave({ pid: dead.pid, startTime: '' });
    must(await createRepositoryLock(folder(), 2000).run(async () => ok(1)));
  });

  it('gets past a lock file that a power failure left empty', async () => {
    await leave({});
    await writeFile(path(), '');
    must(await createRepositoryLock(folder(), 2000).run(async () => ok(1)));
    assert.deepEqual(await readdir(folder()), []);
  });

  it('never robs a living holder, nor one of another machine', async () => {
    await leave({ pid: process.pid, startTime: await startTimeOf(process.pid) });
    const busy = await createRepositoryLock(folder(), 60).run(async () => ok(1));
    assert.ok(!busy.ok);
    assert.deepEqual([busy.error.code, busy.error.params['holder']], ['git.busy', `pid ${process.pid}`]);
    await writeFile(
      path(),
      (await readFile(path(), 'utf8'))
        .replace(/"host":"[^"]*"/, '"host":"elsewhere"')
        .replace(/"pid":\d+/, '"pid":999999'),
    );
    assert.equal(codeOf(await createRepositoryLock(folder(), 60).run(async () => ok(1))), 'git.busy');
  });
});
