import assert from 'node:assert/strict';
import { watchReports } from '../../../../src/app/delegation/watchReports.ts';
import type { ReportLook } from '../../../../src/app/ports/reports.ts';
import { problem } from '../../../../src/base/problem.ts';
import { err, ok } from '../../../../src/base/result.ts';
import type { Command } from '../../../../src/core/command.ts';
import type { DomainEvent } from '../../../../src/core/event.ts';
import { emptyState, type State } from '../../../../src/core/state.ts';
import { begun, endedWith, orderOf, said, stateOf } from '../../../builders/delegation.ts';
import { ManualClock, settle } from '../../../fakes/manualClock.ts';
import { createMemoryFiles } from '../../../fakes/memoryFiles.ts';
import { createMemoryLog } from '../../../fakes/memoryLog.ts';

const report = (sha256: string): Extract<ReportLook, { kind: 'report' }> => ({
  kind: 'report',
  text: 'Done.',
  sha256,
  bytes: 5,
  modifiedAt: Date.UTC(2100),
  manifest: null,
});
const submitted = (id: string): DomainEvent => ({ type: 'jobSubmitted', job: orderOf(id) });
const working = (id: string): readonly DomainEvent[] => [
  submitted(id),
  begun(id),
  { type: 'promptDelivered', job: id, attempt: 1, by: 'hook' },
];

function createWorld() {
  const files = createMemoryFiles({});
  const clock = new ManualClock();
  const log = createMemoryLog();
  const sent: Command[] = [];
  const looked: string[] = [];
  const world = {
    found: { kind: 'none' } as ReportLook,
    gate: Promise.resolve(),
    look: null as ((of: string) => ReportLook) | null,
    onSent: (): void => undefined,
    state: emptyState,
    answer: ok([]) as
      | ReturnType<typeof ok<readonly DomainEvent[]>>
      | ReturnType<typeof err<ReturnType<typeof problem>>>,
  };
  const watch = watchReports({
    files,
    clock,
    log,
    places: { jobs: '/repo/.mam/jobs' },
    reports: {
      look: async ({ report: path }) => {
        looked.push(path);
        const found = world.look?.(path) ?? world.found;
        await world.gate;
        return found;
      },
    },
    orchestrator: {
      get state() {
        return world.state;
      },
      dispatch: async (command) => {
        sent.push(command);
        world.onSent();
        return world.answer;
      },
    },
  });
  const touch = async (path: string): Promise<void> => {
    files.edit(path, 'x');
    await settle();
  };
  const follow = (state: State): void => {
    world.state = state;
    watch.follow(state);
  };
  return Object.assign(world, { watch: { ...watch, follow }, clock, log, files, sent, looked, touch });
}

const manifestOf = (sha256: string): string => JSON.stringify({ v: 1, job: 'a', attempt: 1, sha256, bytes: 5 });

const path = '/repo/.mam/jobs/a/1/report.md';

describe('watching what a job is to leave', () => {
  it('takes nothing for its work that is older than the attempt', async () => {
    const world = createWorld();
    const job = orderOf('a', { expectedArtifacts: ['old', 'folder'] });
    const [, ...begins] = working('a');
    const state = stateOf([{ type: 'jobSubmitted', job }, ...begins]);
    const began = Date.parse(state.delegations['a']?.attempts[0]?.beganAt ?? '');
    world.files.changed.set('/repo/old', began - 1).set('/repo/folder/1', began - 1000);
    world.files.edit('/repo/old', 'x');
    world.files.edit('/repo/folder/1', 'x');
    world.watch.follow(state);
    await settle();
    assert.equal(world.sent.length, 0);
    world.files.changed.set('/repo/folder/2', began);
    await world.touch('/repo/folder/2');
    world.watch.dispose();
    assert.deepEqual(world.sent, [{ type: 'sightArtifacts', job: 'a', attempt: 1, there: ['folder'] }]);
  });

  it('tells which of it is there, before its report, and again whenever something happens there', async () => {
    const world = createWorld();
    world.found = { ...report('aa'), manifest: '{}' };
    const job = orderOf('a', { expectedArtifacts: ['out/a.txt', '/tmp/b.txt'] });
    const [, ...begins] = working('a');
    world.watch.follow(stateOf([{ type: 'jobSubmitted', job }, ...begins]));
    await settle();
    const seen = () => world.sent.flatMap((one) => (one.type === 'sightArtifacts' ? [one.there] : []));
    assert.equal(world.sent.length, 0, 'that nothing is there is known');
    await world.touch('/repo/out/a.txt');
    await world.touch('/tmp/b.txt');
    await world.touch('/elsewhere/out/a.txt');
    assert.deepEqual([seen(), world.sent[0]?.type], [[['out/a.txt'], ['out/a.txt', '/tmp/b.txt']], 'sightArtifacts']);
    world.watch.dispose();
  });
});

describe('watching reports', () => {
  it('looks at the exact place of each attempt under way: at once, and whenever something happens there', async () => {
    const world = createWorld();
    world.watch.follow(stateOf([...working('a'), submitted('b'), ...working('c'), endedWith('c', 'completed')]));
    await settle();
    assert.deepEqual(world.looked, [path]);
    assert.deepEqual(world.sent, [], 'that nothing is there is known');
    world.found = report('aa');
    await world.touch('/repo/.mam/jobs/a/1/report.md');
    assert.equal(world.sent.length, 0, 'its manifest may follow at once');
    await world.clock.advance(101);
    assert.deepEqual(world.sent.at(-1), {
      type: 'sightReport',
      job: 'a',
      attempt: 1,
      report: { sha256: 'aa', bytes: 5, manifest: false, verdict: null },
      refused: null,
    });
    const before = world.looked.length;
    await world.touch('/repo/.mam/jobs/b/1/report.md');
    await world.touch('/repo/.mam/jobs/a/2/report.md');
    assert.equal(world.looked.length, before);
    world.watch.dispose();
    assert.equal(world.clock.waiting, 0);
  });

  it('waits for the prompt, and ends with the attempt', async () => {
    const world = createWorld();
    world.watch.follow(stateOf([submitted('a'), begun('a')]));
    await world.touch(path);
    assert.deepEqual(world.looked, []);
    const state = stateOf(working('a'));
    world.watch.follow(state);
    world.watch.follow(state);
    await settle();
    assert.equal(world.looked.length, 1);
    world.watch.follow(stateOf([...working('a'), endedWith('a', 'error')]));
    await world.touch(path);
    assert.deepEqual([world.looked.length, world.clock.waiting], [1, 0]);
  });

  it('goes on with an attempt while other things happen to it', async () => {
    const world = createWorld();
    world.watch.follow(stateOf(working('a')));
    world.watch.follow(stateOf([...working('a'), said('a', 1, 'started')]));
    await settle();
    assert.equal(world.looked.length, 1);
    world.watch.dispose();
  });

  it('runs one look at a time, and one more for all that happened meanwhile', async () => {
    const world = createWorld();
    let open = (): void => undefined;
    world.gate = new Promise((resolve) => (open = resolve));
    world.watch.follow(stateOf(working('a')));
    for (let i = 0; i < 50; i += 1) await world.touch(path);
    assert.equal(world.looked.length, 1);
    world.found = { ...report('bb'), manifest: manifestOf('bb') };
    open();
    await settle();
    assert.deepEqual([world.looked.length, world.sent.length], [2, 1]);
    world.watch.dispose();
  });

  it('says nothing more once it was told to stop', async () => {
    const world = createWorld();
    let open = (): void => undefined;
    world.gate = new Promise((resolve) => (open = resolve));
    world.watch.follow(stateOf(working('a')));
    world.watch.dispose();
    open();
    await settle();
    await world.touch(path);
    assert.deepEqual([world.looked.length, world.sent.length, world.clock.waiting], [1, 0, 0]);
  });

  it('looks once more at a report without a manifest just before it would count, and then rests', async () => {
    const world = createWorld();
    world.found = report('aa');
    world.answer = ok([{ type: 'reportSighted', job: 'a', attempt: 1, report: null }]);
    world.watch.follow(stateOf(working('a')));
    await world.clock.advance(101);
    assert.deepEqual([world.looked.length, world.sent.length], [2, 1]);
    world.answer = ok([]);
    await world.clock.advance(13_900);
    assert.equal(world.looked.length, 2);
    await world.clock.advance(200);
    assert.equal(world.looked.length, 3);
    await world.clock.advance(3_600_000);
    assert.equal(world.looked.length, 3);
    world.watch.dispose();
  });

  it('tells a change of what it told before at once, and a report with its manifest too', async () => {
    const world = createWorld();
    world.state = stateOf([
      ...working('a'),
      {
        type: 'reportSighted',
        job: 'a',
        attempt: 1,
        report: { sha256: 'aa', bytes: 5, manifest: false, verdict: null, sinceAwake: 1 },
      },
    ]);
    world.found = report('bb');
    world.watch.follow(world.state);
    await settle();
    assert.equal(world.sent.length, 1);
    world.watch.dispose();
    const other = createWorld();
    other.found = { ...report('cc'), manifest: manifestOf('cc') };
    other.watch.follow(stateOf(working('a')));
    await settle();
    assert.deepEqual([other.sent.length, other.clock.waiting], [1, 0]);
    other.watch.dispose();
  });

  it('tries again what could not be recorded', async () => {
    const world = createWorld();
    world.found = { ...report('aa'), manifest: manifestOf('aa') };
    world.answer = err(problem('store.full', 'Full.'));
    world.watch.follow(stateOf(working('a')));
    await settle();
    assert.equal(world.log.entries.at(-1)?.fields['code'], 'store.full');
    world.answer = ok([]);
    await world.clock.advance(14_100);
    assert.equal(world.sent.length, 2);
    world.watch.dispose();
  });

  it('tells that a report is gone', async () => {
    const world = createWorld();
    const seen = { sha256: 'aa', bytes: 5, manifest: false, verdict: null, sinceAwake: 1 };
    world.watch.follow(stateOf([...working('a'), { type: 'reportSighted', job: 'a', attempt: 1, report: seen }]));
    await settle();
    assert.deepEqual(world.sent, [{ type: 'sightReport', job: 'a', attempt: 1, report: null, refused: null }]);
    world.watch.dispose();
  });

  it('tells of all that it found at once where it has many to look at', async () => {
    const world = createWorld();
    const manifest = (job: string): string => manifestOf('aa').replace('"a"', JSON.stringify(job));
    const jobs = Array.from({ length: 50 }, (_, n) => `job-${n}`);
    world.look = (of) => ({ ...report('aa'), manifest: manifest(of.split('/').at(-3) ?? '') });
    let atFirst = 0;
    world.onSent = () => (atFirst ||= world.looked.length);
    world.watch.follow(stateOf(jobs.flatMap(working)));
    await settle();
    assert.deepEqual([world.sent.length, atFirst], [50, 50]);
    world.watch.dispose();
  });

  it('tells once why it does not take for a report what is there', async () => {
    const world = createWorld();
    const refused = problem('files.link', 'A link.');
    world.found = { kind: 'refused', problem: refused };
    world.state = stateOf(working('a'));
    world.watch.follow(world.state);
    await settle();
    assert.deepEqual(world.sent, [{ type: 'sightReport', job: 'a', attempt: 1, report: null, refused }]);
    world.state = stateOf([...working('a'), { type: 'reportRefused', job: 'a', attempt: 1, problem: refused }]);
    await world.touch(path);
    assert.equal(world.sent.length, 1);
    world.watch.dispose();
  });
});
