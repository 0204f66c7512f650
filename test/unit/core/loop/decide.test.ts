import assert from 'node:assert/strict';
import type { Command } from '../../../../src/core/command.ts';
import type { LoopOptions } from '../../../../src/core/loop/types.ts';
import { fourRole } from '../../../../src/core/topology/presets.ts';
import { aProblem, CoreWorld, host, job, loopOptions, taskOf } from '../../../builders/core.ts';
import { codeOf, eventsOf, types, waiting } from '../../../builders/coreCommands.ts';

describe('startLoop', () => {
  const start = (
    options: Partial<LoopOptions> = {},
    claims: Readonly<Record<string, readonly string[]>> = {},
  ): Command => ({
    type: 'startLoop',
    options: loopOptions(options),
    claims,
  });
  const filled = (): CoreWorld => {
    const world = new CoreWorld();
    world.do({ type: 'readQueue', tasks: [taskOf('A'), taskOf('B', { claims: [] })], problems: [] });
    return world;
  };
  const ofStatus = (status: string) => (): CoreWorld => {
    const world = new CoreWorld();
    world.do({ type: 'readQueue', tasks: [taskOf('A', { status })], problems: [] });
    return world;
  };
  const only = (authority: string) => ({
    id: 'x',
    roles: fourRole.roles.filter((role) => role.authority === authority),
  });

  const refusals: readonly (readonly [name: string, () => CoreWorld, Command, code: string])[] = [
    ['a second loop', () => new CoreWorld().start(), start(), 'loop.running'],
    ['a topology without a writer', filled, start({ topology: only('read') }), 'topology.incomplete'],
    ['a topology without a reviewer', filled, start({ topology: only('write') }), 'topology.incomplete'],
    ['an unknown task', filled, start({ tasks: ['A', 'Z'] }), 'task.unknown'],
    ['a task that is done', ofStatus('done'), start({ tasks: ['A'] }), 'task.done'],
    ['a task without a status', ofStatus(''), start({ tasks: ['A'] }), 'task.unknownStatus'],
    ['a task with an unknown status', ofStatus('redy'), start({ tasks: ['A'] }), 'task.unknownStatus'],
    ['an empty queue', () => new CoreWorld(), start(), 'queue.nothingReady'],
    ['a task that waits', waiting, start({ tasks: ['T-2026-0001'] }), 'task.live'],
    ['claims outside the repository', filled, start({}, { B: ['ok', '../x'] }), 'claims.invalid'],
    [
      'an allowed check that holds a secret',
      filled,
      start({
        allowedChecks: [
          ['npm', 'test'],
          ['curl', '-H', `X: ghp_${'0123456789'.repeat(4)}`],
        ],
      }),
      'check.allowedSecret',
    ],
    [
      'to allow a check with a secret on two words',
      filled,
      { type: 'allowCheck', argv: ['call', 'Bearer', 'abcdefghij0123456789abcdefghij'] },
      'check.allowedSecret',
    ],
    ['claims that are none', filled, start({}, { B: [] }), 'claims.invalid'],
  ];
  for (const [name, given, command, code] of refusals)
    it(`refuses ${name}`, () => assert.equal(codeOf(given(), command), code));

  it('names what is wrong with a queue that could not be read', () => {
    const world = new CoreWorld();
    world.do({ type: 'readQueue', tasks: [], problems: [aProblem] });
    assert.equal(codeOf(world, start()), aProblem.code);
  });

  it('starts the first run with the claims of its task', () => {
    const events = eventsOf(filled(), start());
    assert.deepEqual(types(events), ['loopStarted', 'runStarted', 'effectRequested']);
    const [, run] = events;
    assert.deepEqual(run?.type === 'runStarted' && [run.task.id, run.claims, run.branch], [
      'A',
      ['A.txt'],
      'feature/A-integration',
    ]);
  });

  it('gives chosen claims, in their stored form, to a task that names none', () => {
    const world = filled();
    eventsOf(world, start({ tasks: ['B'] }, { B: ['./b\\c/'] }));
    assert.deepEqual(world.run().claims, ['b/c']);
  });

  it('is done by a host as well, and never by a job', () => {
    assert.equal(codeOf(filled(), start(), host), 'ok');
    assert.equal(codeOf(filled(), start(), job), 'actor.personOnly');
    for (const type of ['stopLoop', 'resumeLoop'] as const)
      assert.equal(codeOf(new CoreWorld().start(), { type }, job), 'actor.personOnly');
  });
});

describe('stopLoop and resumeLoop', () => {
  it('refuse when there is nothing to stop or to resume', () => {
    assert.equal(codeOf(new CoreWorld(), { type: 'stopLoop' }), 'loop.notRunning');
    assert.equal(codeOf(new CoreWorld(), { type: 'stopLoop', loop: 'nonesuch' }), 'loop.unknown');
    assert.equal(codeOf(new CoreWorld(), { type: 'resumeLoop' }), 'loop.none');
    assert.equal(codeOf(waiting(), { type: 'stopLoop' }), 'loop.notRunning');
    assert.equal(codeOf(new CoreWorld().start(), { type: 'resumeLoop' }), 'loop.running');
  });

  it('wait for what is under way', () => {
    const world = new CoreWorld().start().playUntil('runLane');
    assert.deepEqual(types(eventsOf(world, { type: 'stopLoop' })), ['loopStopRequested']);
    assert.deepEqual(eventsOf(world, { type: 'stopLoop' }), []);
    assert.equal(codeOf(world, { type: 'resumeLoop' }), 'loop.stopping');
    world.playUntil();
    assert.deepEqual([world.run().phase, Object.values(world.state.loops)[0]?.outcome], ['stopped', 'stopped']);
  });

  it('stop a run that was returned after its loop ended', () => {
    const world = waiting();
    world.do({ type: 'returnRun', run: world.run().id, comments: 'More.' });
    assert.equal(codeOf(world, { type: 'stopLoop' }), 'ok');
    world.playUntil();
    assert.equal(world.run().phase, 'stopped');
    assert.equal(codeOf(world, { type: 'abandonRun', run: world.run().id }), 'ok');
  });
});
