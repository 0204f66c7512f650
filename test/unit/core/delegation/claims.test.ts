import assert from 'node:assert/strict';
import { missingFor } from '../../../../src/core/delegation/completion.ts';
import { isBehindOthers } from '../../../../src/core/delegation/queue.ts';
import { claimFiles } from '../../../../src/core/lease/claimFiles.ts';
import type { Lease } from '../../../../src/core/lease/types.ts';
import type { JobOrder } from '../../../../src/core/delegation/types.ts';
import { host, taskOf } from '../../../builders/core.ts';
import { DelegatedWorld } from '../../../builders/delegatedWorld.ts';
import { orderOf } from '../../../builders/delegation.ts';

const submitted = (id: string, changes: Partial<JobOrder>, queue = false) =>
  ({ type: 'submitJob', order: orderOf(id, changes), queue }) as const;
const second = (changes: Partial<JobOrder>, queue = false) => submitted('j2', { session: 's2', ...changes }, queue);
const two = (claims: readonly string[]): DelegatedWorld =>
  new DelegatedWorld().session('s2').session('s1').submit('j1', { claims });
const waitsFor = (world: DelegatedWorld, job: string): readonly string[] =>
  missingFor(world.state, world.job(job), world).map(({ code }) => code);

const lease = (changes: Partial<Lease> = {}): Lease => ({
  id: 'l1',
  run: null,
  task: 'T-2026-0001',
  issue: null,
  branch: 'feat/x',
  worktree: '.',
  session: 'implementer',
  agent: '',
  claims: ['src/a.ts'],
  epoch: 1,
  claimedAt: '2026-01-31T12:00:00Z',
  ttlMs: 60_000,
  expiresAwake: 1e9,
  state: 'active',
  borrower: null,
  ...changes,
});
const leased = (changes: Partial<Lease> = {}): DelegatedWorld => {
  const world = new DelegatedWorld().session('s2');
  world.state = { ...world.state, leases: { l1: lease(changes) } };
  return world;
};

describe('what a job claims', () => {
  it('is kept in the one form of claims, and refused where it leaves the repository', () => {
    const world = new DelegatedWorld().session().submit('j1', { claims: ['./src//a/', 'docs\\b.md'] });
    assert.deepEqual(world.job().claims, ['src/a', 'docs/b.md']);
    for (const claim of ['../x', '/etc/passwd', 'C:/x', ' '])
      assert.equal(world.code(submitted('j2', { session: 's1', claims: [claim] }, true)), 'claims.invalid');
  });

  const rows: readonly (readonly [first: readonly string[], second: readonly string[], code: string])[] = [
    [['src/a.ts'], ['src/a.ts'], 'lease.ofJob'],
    [['src/**'], ['src/a.ts'], 'lease.ofJob'],
    [['SRC/a.ts'], ['src'], 'lease.ofJob'],
    [['src/a.ts'], ['src/b.ts'], 'ok'],
    [[], ['**'], 'ok'],
    [['**'], [], 'ok'],
    [['docs/plans/**'], ['docs/plans/x.md'], 'ok'],
  ];
  for (const [first, claims, code] of rows)
    it(`${code === 'ok' ? 'leaves' : 'keeps'} [${claims.join()}] ${code === 'ok' ? 'to' : 'from'} another session while a job has [${first.join()}]`, () => {
      assert.equal(two(first).code(second({ claims })), code);
    });

  it('is told with the session that has it, the job and the time', () => {
    const world = two(['src/**']);
    const refused = world.do(second({ claims: ['src/b.ts', 'src/a.ts'] }));
    assert.ok(!refused.ok);
    const { files, session, job, since } = refused.error.params;
    assert.deepEqual(
      [files, session, job, since],
      ['src/a.ts, src/b.ts', 'name-s1', 'j1', world.attempt('j1').beganAt],
    );
  });

  it('is waited for in the queue, until the attempt that has it ends', () => {
    const world = two(['src/**']);
    world.must(second({ claims: ['src/a.ts'] }, true));
    assert.deepEqual([world.status('j2'), waitsFor(world, 'j2')], ['pending', ['lease.ofJob']]);
    world.must(submitted('j3', { session: 's2' }, true));
    const behind = () => ['j1', 'j2', 'j3'].filter((job) => isBehindOthers(world.state, world.job(job)));
    assert.deepEqual(behind(), ['j2', 'j3']);
    world.must({ type: 'cancelJob', job: 'j1', reason: '' });
    assert.equal(world.status('j2'), 'running');
    assert.deepEqual(behind(), ['j3']);
    world.must({ type: 'retryJob', job: 'j1' });
    assert.deepEqual([world.status('j1'), waitsFor(world, 'j1')], ['pending', ['lease.ofJob']]);
  });

  it('does not keep the next job of the same session from its turn', () => {
    const world = new DelegatedWorld().session().submit('j1', { claims: ['src/**'] });
    world.submit('j2', { claims: ['src/**'] }, true);
    world.must({ type: 'cancelJob', job: 'j1', reason: '' });
    assert.equal(world.status('j2'), 'running');
  });

  it('is free while the job that names it only waits', () => {
    const world = new DelegatedWorld()
      .session('s2')
      .session('s1', 'codex', null)
      .submit('j1', { claims: ['src/**'] });
    assert.equal(world.code(second({ claims: ['src/a.ts'] })), 'ok');
  });

  it('leaves out what this repository says that nobody competes for', () => {
    const contextPaths = ['CHANGELOG.md'];
    const world = two(['CHANGELOG.md']);
    assert.equal(world.code(second({ claims: ['CHANGELOG.md'], contextPaths })), 'ok');
  });
});

describe('a job and leases', () => {
  it('does not begin on leased files, whoever holds the lease', () => {
    for (const changes of [{}, { task: null, person: 'ann' }, { run: 'run-1' }])
      assert.equal(leased(changes).code(second({ claims: ['src/**'] })), 'lease.overlap');
    assert.equal(leased({ state: 'recovery-needed' }).code(second({ claims: ['src/**'] })), 'lease.recoveryNeeded');
    assert.equal(leased().code(second({ claims: ['src/b.ts'] })), 'ok');
  });

  it('works under what a tick claimed for its task, unless that is lent or a run’s', () => {
    const own = second({ claims: ['src/**'], task: 'T-2026-0001' });
    const borrower = { agent: 'codex', token: 'f'.repeat(64), since: '' };
    assert.equal(leased().code(own), 'ok');
    for (const changes of [{ borrower }, { run: 'run-1' }]) assert.equal(leased(changes).code(own), 'lease.overlap');
  });

  it('keeps its files from a tick for another task until it ends, and from none for its own', () => {
    const world = new DelegatedWorld().session().submit('j1', { claims: ['src/**'], task: 'T-2026-0001' });
    const blockers = (task: string): readonly string[] =>
      claimFiles(
        world.state,
        { task, issue: null, branch: 'b', worktree: '.', files: ['src/a.ts'], session: 's', agent: '', ttlMs: 1 },
        { at: '', awakeMs: 0, id: () => 'x' },
      ).blockers.map(({ code }) => code);
    assert.deepEqual([blockers('T-2026-0002'), blockers('T-2026-0001')], [['lease.ofJob'], []]);
    world.must({ type: 'cancelJob', job: 'j1', reason: '' });
    assert.deepEqual(blockers('T-2026-0002'), []);
  });
});

describe('a run of the loop', () => {
  const task = taskOf('T-2026-0001', { claims: ['src/a.ts'] });

  it('asks a person where a job has its files, and goes on once that has ended', () => {
    const world = new DelegatedWorld().session().submit('j1', { claims: ['src/**'] });
    world.start([task]).playUntil();
    const { ask, phase } = world.run();
    assert.deepEqual([phase, ask?.kind === 'problem' && ask.problem.code], ['needs-you', 'lease.ofJob']);
    world.must({ type: 'cancelJob', job: 'j1', reason: '' });
    world.must({ type: 'resumeLoop' });
    world.playUntil('runLane');
    assert.equal(world.open('runLane').length, 1);
  });

  it('keeps a job from its files for as long as it goes on', () => {
    const world = new DelegatedWorld().session('s2');
    world.start([task]).playUntil('runLane');
    assert.equal(world.code(second({ claims: ['src/a.ts'] })), 'lease.overlap');
    assert.equal(world.code(second({ claims: ['src/a.ts'] }, true)), 'ok');
    assert.deepEqual(waitsFor(world, 'j2'), ['lease.overlap']);
  });
});

describe('the files of a job that was taken from its agent', () => {
  const rival = (world: DelegatedWorld): string =>
    world.code({
      type: 'submitJob',
      order: orderOf('j2', { session: 's2', claims: ['src/**'] }),
      queue: false,
    });
  const taken: readonly (readonly [string, (world: DelegatedWorld) => unknown])[] = [
    ['cancelled', (world) => world.must({ type: 'cancelJob', job: 'j1', reason: '' })],
    ['ended by a person', (world) => world.must({ type: 'endJob', job: 'j1', status: 'completed', reason: '' })],
    ['out of time', (world) => world.pass(60)],
  ];
  for (const [what, take] of taken)
    for (const [how, rest] of [
      ['rests', (world: DelegatedWorld) => world.see('hook', { kind: 'idle' })],
      [
        'is gone',
        (world: DelegatedWorld) =>
          world.must({ type: 'endAgentSession', session: 's1', generation: 1, how: 'gone', problem: null }, host),
      ],
    ] as const)
      it(`are held where it was ${what} until the agent ${how}`, () => {
        const world = new DelegatedWorld().started('j1', { claims: ['src/**'], timeoutMs: 60_000 }).session('s2');
        assert.equal(rival(world), 'lease.ofJob');
        take(world);
        assert.equal(rival(world), 'lease.ofEndedJob');
        world.see('hook', { kind: 'needsYou', need: 'permission', text: 'Run it?' });
        assert.equal(rival(world), 'lease.ofEndedJob');
        rest(world);
        assert.equal(rival(world), 'ok');
      });

  it('are held where nothing runs below an agent without hooks: it may think', () => {
    const world = new DelegatedWorld().session('s1', 'codex', null).session('s2');
    world.see('process', { kind: 'quiet' });
    world.submit('j1', { claims: ['src/**'] }).deliver();
    world.must({ type: 'cancelJob', job: 'j1', reason: '' });
    assert.equal(rival(world), 'lease.ofEndedJob');
  });

  it('are free at once where the agent rests, and by its own word', () => {
    const cancelled = new DelegatedWorld().started('j1', { claims: ['src/**'] }).session('s2');
    cancelled.see('hook', { kind: 'idle' });
    cancelled.must({ type: 'cancelJob', job: 'j1', reason: '' });
    assert.equal(rival(cancelled), 'ok');
    const said = new DelegatedWorld().started('j1', { claims: ['src/**'] }).session('s2');
    said.say('error');
    assert.equal(rival(said), 'ok');
  });
});
