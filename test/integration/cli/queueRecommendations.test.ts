import assert from 'node:assert/strict';
import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseQueue } from '../../../src/protocol/queue.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

const year = new Date().getUTCFullYear();
const id = (n: number): string => `T-${year}-${String(n).padStart(4, '0')}`;

const entry = (n: number, status: string): string => `## ${id(n)} - Task ${n}\n\n- Status: ${status}\n\n`;
const queue = [
  '# 작업 큐\n\n## Ready Order\n\n| Order | ID | Status | Owner role | Why ready / not ready |\n|---|---|---|---|---|\n',
  `| 4 | ${id(3)} | ready | | |\n\nA remark.\n\n## Examples\n\nNone.\n\n`,
  ...[3, 7, 8].map((n) => entry(n, 'ready')),
  ...Array.from({ length: 14 }, (_, i) => entry(20 + i, 'backlog')),
]
  .join('')
  .replaceAll('\n', '\r\n');
/** What MAM recommends of that: split what is serial, name checks. */
const titles = ['Name the checks of the tasks that have none', 'Split the serial tasks'];

describe('mam queue-recommendations', function () {
  this.timeout(120_000);
  let mam: MamCommand;
  const path = (): string => join(mam.repository, 'tasks/queue.md');
  const text = (): Promise<string> => readFile(path(), 'utf8');
  beforeEach(async () => {
    mam = await createMamCommand();
    await mam.setQueue(queue);
  });
  afterEach(() => mam.dispose());

  it('shows all of it, and every task of the backlog, and changes nothing', async () => {
    const ended = await mam.run('queue-recommendations', '--json');
    assert.equal(ended.code, 0, ended.err);
    const told = JSON.parse(ended.out);
    assert.deepEqual(
      told.recommendations.map((one: { trigger: string; status: string }) => [one.trigger, one.status]),
      [
        ['serial-queue', 'backlog'],
        ['no-validation', 'backlog'],
      ],
    );
    assert.equal(told.backlog.length, 14);
    assert.deepEqual([told.backlog[13].task_id, told.backlog[13].missing_fields.length > 9], [id(33), true]);
    assert.equal(await text(), queue);
    const ledger = join(mam.repository, 'reports/agent_loop/active');
    const written = JSON.parse(await readFile(join(ledger, 'queue_recommendations.json'), 'utf8'));
    assert.deepEqual([written.schema_version, written.recommendations.length], [1, 2]);
    assert.equal(JSON.parse(await readFile(join(ledger, 'backlog_handoff_queue.json'), 'utf8')).tasks.length, 14);
    for (const name of ['queue_recommendations.md', 'backlog_handoff_queue.md'])
      assert.match(await readFile(join(ledger, name), 'utf8'), /^# [^]*\nLog: event \d+/);
    const plain = await mam.run('queue-recommendations');
    for (const title of titles) assert.ok(plain.out.includes(title), plain.out);
  });

  it('applies once: the second run adds nothing, ids go on above the highest, the file stays as it was beside that', async () => {
    await chmod(path(), 0o664);
    const first = await mam.run('queue-recommendations', '--apply', '--json');
    assert.equal(first.code, 0, first.err);
    assert.deepEqual(
      JSON.parse(first.out).recommendations.map((one: { task_id: string }) => one.task_id),
      [id(34), id(35)],
    );
    const after = await text();
    assert.equal((await stat(path())).mode & 0o777, 0o664);
    assert.ok(!/[^\r]\n/.test(after));
    const rows = after.split('\r\n').filter((line) => /^\| [56] \|/.test(line));
    assert.deepEqual(
      rows.map((line) => line.slice(0, 19)),
      [`| 5 | ${id(34)} |`, `| 6 | ${id(35)} |`],
    );
    assert.ok(after.indexOf(rows[1] ?? '?') < after.indexOf('A remark.'));
    assert.ok(after.replace(`${rows.join('\r\n')}\r\n`, '').startsWith(queue));
    const second = await mam.run('queue-recommendations', '--apply');
    assert.deepEqual([second.code, await text()], [0, after], second.err);
  });

  it('gives no id twice to two who apply at once while a third promotes', async () => {
    const ended = await Promise.all([
      mam.run('queue-recommendations', '--apply'),
      mam.run('queue-recommendations', '--apply'),
      mam.run('queue-recommendations', '--promote', id(25), '--promote', id(33)),
    ]);
    assert.deepEqual(
      ended.map(({ code }) => code),
      [0, 0, 0],
      ended.map(({ err }) => err).join('\n'),
    );
    // Each says what it put in itself.
    const told = ended.slice(0, 2).flatMap(({ out }) => out.match(/^T-\d{4}-\d{4}(?=  )/gm) ?? []);
    assert.deepEqual(told.toSorted(), [id(34), id(35)], ended.map(({ out }) => out).join('\n'));
    const { entries, problems } = parseQueue(await text());
    assert.deepEqual(
      problems.filter(({ problem }) => problem.code !== 'queue.noChecks'),
      [],
    );
    assert.deepEqual(
      entries.slice(17).map((one) => one.id),
      [id(34), id(35)],
    );
    assert.deepEqual(
      entries.filter(({ status }) => status === 'ready').map((one) => one.id),
      [3, 7, 8, 25, 33].map(id),
    );
  });

  it('promotes one as ready, and says what it does not know', async () => {
    const done = await mam.run('queue-recommendations', '--promote', titles[0]?.toUpperCase() ?? '');
    assert.deepEqual([done.code, done.out.includes(id(34))], [0, true], done.err);
    assert.equal(parseQueue(await text()).entries.at(-1)?.status, 'ready');
    for (const [what, code] of [
      ['Nothing of the kind', 'recommend.unknown'],
      [id(3), ''],
    ] as const) {
      const ended = await mam.run('queue-recommendations', '--promote', what);
      assert.deepEqual([ended.code, ended.err.includes(code)], [code === '' ? 0 : 1, true], ended.err);
    }
  });

  it('lets no job change the queue', async () => {
    mam.env['MAM_JOB'] = 'job-1';
    for (const args of [['--apply'], ['--promote', id(20)]]) {
      const ended = await mam.run('queue-recommendations', ...args);
      assert.deepEqual([ended.code, ended.err.includes('[actor.personOnly]')], [1, true], ended.err);
    }
    assert.equal(await text(), queue);
  });
});
