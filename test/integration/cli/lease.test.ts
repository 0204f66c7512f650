import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSqliteStore } from '../../../src/adapters/store/sqliteStore.ts';
import { createRandomIds } from '../../../src/adapters/system/randomIds.ts';
import { createSystemClock } from '../../../src/adapters/system/systemClock.ts';
import type { Lease } from '../../../src/core/lease/types.ts';
import { tickLease } from '../../builders/leases.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

const name = 't-2026-0009-7-feat-issue-7-implementer';

/** Puts a lease into the log, as a tick would. */
async function lay(mam: MamCommand, change: Partial<Lease> = {}): Promise<void> {
  const opened = await createSqliteStore({
    folder: join(mam.repository, '.git/mam'),
    stateFolder: join(mam.folder, 'state/mam'),
    host: 'test',
    version: '1.0.0',
    label: 'test',
    clock: createSystemClock(),
    ids: createRandomIds(),
  });
  assert.ok(opened.ok, JSON.stringify(opened));
  const lease = tickLease({ task: 'T-2026-0009', claims: ['new.txt'], expiresAwake: 10 ** 12, ...change });
  const done = await opened.value.transact(0, () => ({
    drafts: [{ at: lease.claimedAt, actor: 'test', event: { type: 'leaseClaimed', lease } }],
    result: null,
  }));
  assert.ok(done.ok);
  await opened.value.close();
}

describe('mam lease', function () {
  this.timeout(120_000);
  let mam: MamCommand;
  beforeEach(async () => {
    mam = await createMamCommand();
  });
  afterEach(() => mam.dispose());

  const json = async (...args: readonly string[]) => {
    const ended = await mam.run('lease', ...args, '--json');
    return { code: ended.code, err: ended.err, value: ended.out === '' ? null : JSON.parse(ended.out) };
  };

  it('lists, renews, lends and takes back', async () => {
    assert.match((await mam.run('lease', 'list')).out, /Nothing is leased here now/);
    assert.match((await mam.run('lease', 'fly')).err, /\[cli\.badAction\]/);
    assert.match((await mam.run('lease', 'renew', 'x')).err, /\[lease\.noneHeld\]/);
    await lay(mam);
    const listed = await json('list');
    assert.deepEqual(
      listed.value.leases.map((one: { id: string; holder: string; state: string; files: unknown }) => [
        one.id,
        one.holder,
        one.state,
        one.files,
      ]),
      [[name, 'T-2026-0009', 'active', ['new.txt']]],
    );
    assert.match((await mam.run('lease', 'list')).out, /no lane at work +t-2026-0009.*\n.*Implementer|implementer/);
    assert.equal((await mam.run('lease', 'renew', name)).code, 0);

    const borrowed = await json('borrow', name, '--agent', 'codex');
    assert.equal(borrowed.code, 0, JSON.stringify(borrowed));
    assert.equal(borrowed.value.lease.borrower.agent, 'codex');
    const { token } = borrowed.value;
    assert.ok(typeof token === 'string' && token.length >= 32);
    assert.match((await mam.run('lease', 'borrow', name, '--agent', 'codex')).err, /\[lease\.lent\]/);
    assert.match((await mam.run('lease', 'return', name)).err, /\[lease\.lent\]/);
    const back = await json('return', 'T-2026-0009', '--token', token);
    assert.deepEqual([back.code, back.value.lease.borrower], [0, null], back.err);
  });

  it('takes over and gives back', async () => {
    await lay(mam);
    const taken = await json('take-over', name);
    assert.deepEqual([taken.code, taken.value.lease.holder, taken.value.lease.epoch], [0, 'ann', 2], taken.err);
    assert.match((await mam.run('lease', 'take-over', taken.value.lease.id)).err, /\[lease\.ofPerson\]/);
    assert.equal((await mam.run('lease', 'return', taken.value.lease.id)).code, 0);
    assert.deepEqual((await json('list')).value.leases, []);
  });

  it('recovers what is left: looks, keeps a copy, and frees the files', async () => {
    await writeFile(join(mam.repository, 'mine.txt'), 'mine\n');
    await lay(mam, { state: 'recovery-needed', reason: 'inspection-failed', expiresAwake: 0 });
    const told = await mam.run('lease', 'recover', name);
    assert.equal(told.code, 1);
    assert.match(told.out, /could not be looked at\.\nNext: .* lease recover .* --inspect$/m);
    assert.match((await mam.run('lease', 'recover', name, '--release')).err, /\[lease\.otherRecovery\]/);
    const looked = await json('recover', name, '--inspect');
    assert.deepEqual([looked.code, looked.value.lease.reason], [1, 'dirty-worktree'], looked.err);
    const rescued = await json('recover', name, '--rescue');
    assert.deepEqual([rescued.code, rescued.value.lease], [0, null], rescued.err);
    assert.equal(await mam.git('show', `${rescued.value.rescue}:mine.txt`), 'mine\n');
    assert.match(await mam.git('status', '--short'), /\?\? mine\.txt/);
  });

  it('refuses every writer while the log can’t be read', async () => {
    await lay(mam);
    await writeFile(join(mam.repository, '.git/mam/mam.db'), 'not a database\n');
    for (const args of [
      ['lease', 'borrow', '--agent', 'codex'],
      ['lease', 'take-over', name],
      ['start', '--agents', 'rehearsal', '--yes'],
      ['resume'],
    ]) {
      const ended = await mam.run(...args);
      assert.deepEqual(
        [ended.code, /\[store\.damaged\]/.test(ended.err)],
        [1, true],
        `${args.join(' ')}: ${ended.err}`,
      );
    }
    assert.equal((await mam.git('worktree', 'list')).trim().split('\n').length, 1);
  });
});
