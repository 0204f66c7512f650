import assert from 'node:assert/strict';
import { placesOf } from '../../../src/app/places.ts';
import { readQueue } from '../../../src/app/readQueue.ts';
import { problem } from '../../../src/base/problem.ts';
import { queueText, type EntryText } from '../../builders/queueText.ts';
import { createHarness } from '../../builders/appHarness.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';
import { createMemoryFiles } from '../../fakes/memoryFiles.ts';

const places = placesOf({ controlRoot: '/repo', commonDir: '/repo/.git' });

const read = (entry: Partial<EntryText>, present: readonly string[] = []) => {
  const files = createMemoryFiles({
    '/repo/tasks/queue.md': queueText({ id: 'T-2026-0001', ...entry }),
    ...Object.fromEntries(present.map((path) => [`/repo/${path}`, ''])),
  });
  return readQueue(files, places);
};

describe('the claims of a queue entry', () => {
  const rows: readonly (readonly [
    name: string,
    Partial<EntryText>,
    present: readonly string[],
    claims: readonly string[],
  ])[] = [
    ['are its Claims bullet', { claims: '`src/a.ts`, docs/**' }, [], ['src/a.ts', 'docs/**']],
    ['are stored in one form', { claims: '`./src//a.ts` `docs\\\\x`' }, [], ['src/a.ts', 'docs/x']],
    [
      'are the paths it mentions when it names none',
      { goal: 'Change `src/a.ts` and `src/b.ts`.' },
      ['src/a.ts'],
      ['src/a.ts', 'src/b.ts'],
    ],
    ['leave out mentions of nothing that exists', { goal: 'Like `foo.bar` and `no/where.ts`.' }, [], []],
    ['leave out mentions outside the repository', { goal: 'Not `../up.ts`, not `/etc/hosts`.' }, ['src/a.ts'], []],
    ['prefer the bullet to mentions', { claims: '`x`', goal: 'See `src/a.ts`.' }, ['src/a.ts'], ['x']],
    ['name each mention once', { goal: '`src/a.ts` and `./src/a.ts`' }, ['src/a.ts'], ['src/a.ts']],
  ];
  for (const [name, entry, present, claims] of rows)
    it(name, async () => {
      const { tasks } = await read(entry, present);
      assert.deepEqual(tasks[0]?.claims, claims);
    });

  it('that leave the repository are named, and hide no others', async () => {
    const { tasks, problems } = await read({ claims: '`ok` `../bad`' });
    assert.deepEqual(tasks[0]?.claims, ['ok']);
    assert.deepEqual(
      problems.map((one) => [one.code, one.params['claim']]),
      [['queue.badClaim', '../bad']],
    );
  });
});

describe('secrets in a queue', () => {
  const token = `ghp_${'a1B2'.repeat(9)}`;

  it('are left out of everything that is kept of an entry', async () => {
    const { tasks, problems } = await read({
      title: `Use ${token}`,
      goal: `With ${token}.`,
      status: token,
      checks: [`push ${token}`],
      claims: `../${token}`,
    });
    assert.doesNotMatch(JSON.stringify([tasks, problems]), /ghp_|a1B2/);
    assert.deepEqual(
      [tasks[0]?.title, tasks[0]?.checks],
      ['Use [redacted: GitHub token]', ['push [redacted: GitHub token]']],
    );
    assert.ok(problems.some((one) => one.code === 'queue.secretCheck'));
  });

  for (const where of ['base', 'start'])
    it(`keep a run from starting when a check of the ${where} holds one`, async () => {
      const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`', checks: ['npm test', `push ${token}`] });
      const git = createMemoryGit({
        files: { 'a.txt': 'one\n', ...(where === 'base' ? { 'tasks/queue.md': queue } : {}) },
      });
      const h = await createHarness({ queue, git });
      await h.start();
      const { ask } = h.run();
      assert.equal(ask?.kind === 'problem' && ask.problem.code, 'check.secret');
      assert.deepEqual([h.commands.ran, h.lanes.started], [[], []]);
      assert.doesNotMatch(JSON.stringify(await h.app.recentEvents(1000)), /ghp_/);
      await h.app.close();
    });
});

describe('a queue', () => {
  it('that is missing or unreadable is a problem, not an empty queue', async () => {
    const files = createMemoryFiles();
    assert.deepEqual(
      (await readQueue(files, places)).problems.map((one) => [one.code, one.params['file']]),
      [['queue.missing', '/repo/tasks/queue.md']],
    );
    files.broken.set(places.queue, problem('files.denied', 'Denied.'));
    assert.deepEqual(
      (await readQueue(files, places)).problems.map((one) => one.code),
      ['files.denied'],
    );
  });

  it('that is empty has no task and no problem', async () => {
    const files = createMemoryFiles({ [places.queue]: '# Queue\n' });
    assert.deepEqual(await readQueue(files, places), { tasks: [], problems: [] });
  });
});
