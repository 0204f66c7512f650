import assert from 'node:assert/strict';
import { FakeMachine } from '../../../fakes/fakeMachine.ts';
import { problem } from '../../../../src/base/problem.ts';
import { watchedSessions, type WatchedSessions } from '../../../builders/watchedSessions.ts';

const form = 'Do you want to run `rm -rf build`?\n❯ 1. Yes\n  2. No\n';

describe('the watch over agent sessions', () => {
  let world: WatchedSessions;
  afterEach(() => world.dispose());

  /** A session that runs for a while already. */
  async function opened(...given: Parameters<typeof watchedSessions>): Promise<void> {
    world = await watchedSessions(...given);
    await world.open();
    await world.pass(1);
  }

  it('does nothing at all where nothing lives', async () => {
    await opened();
    world.place.set('s1.1', { kind: 'gone', code: 0, signal: null });
    await world.pass(2);
    assert.equal(world.status().kind, 'gone');
    assert.equal(world.clock.waiting, 0);
    const { looks } = world.counts;
    await world.pass(3600);
    assert.equal(world.counts.looks, looks);
  });

  it('shows a question of the screen within three seconds, and that it was answered', async () => {
    await opened();
    world.place.draw('s1.1', form);
    await world.pass(3);
    assert.deepEqual(world.status(), {
      kind: 'needsYou',
      need: 'permission',
      text: 'Do you want to run `rm -rf build`?',
      onScreen: true,
      source: 'screen',
      since: world.status().since,
    });
    world.place.print('s1.1', '1\nanswered: 1\n');
    await world.pass(3);
    assert.equal(world.status().kind, 'unobservable');
  });

  it('shows it within three seconds, too, where nothing is announced', async () => {
    await opened();
    await world.pass(60);
    world.place.at('s1.1').screen = form;
    await world.pass(3);
    assert.equal(world.status().kind, 'needsYou');
  });

  it('never takes a screen for idle or at work', async () => {
    await opened();
    world.place.draw('s1.1', '✻ Crunched for 3s · done 5:51 PM\n❯ \n');
    await world.pass(60);
    assert.equal(world.status().kind, 'unobservable');
  });

  it('calls a silent command of ten minutes work', async () => {
    await opened();
    world.place.see('s1.1', { children: 1 });
    await world.pass(5);
    assert.equal(world.status().kind, 'working');
    await world.pass(600);
    assert.equal(world.status().kind, 'working');
    world.place.see('s1.1', { children: 0 });
    await world.pass(5);
    assert.equal(world.status().kind, 'unobservable');
  });

  it('takes a process that is gone at the next look for none', async () => {
    await opened();
    world.place.see('s1.1', { children: 1 });
    await world.clock.advance(1000);
    world.place.at('s1.1').look = { kind: 'agent', process: null, children: 0, title: null, watched: null };
    await world.pass(10);
    assert.equal(world.session().sights.process?.activity.kind, 'quiet');
  });

  it('does not count what an agent with hooks runs before it was given anything', async () => {
    world = await watchedSessions();
    world.signs.hooked.add('codex');
    await world.open();
    world.place.see('s1.1', { children: 2 });
    await world.pass(30);
    assert.equal(world.session().sights.process?.activity.kind, 'quiet');
    await world.hear({ activity: { kind: 'idle' }, conversation: 'c1', opens: true });
    await world.pass(5);
    await world.give();
    await world.hear({ activity: { kind: 'working' }, conversation: 'c1' });
    world.place.see('s1.1', { children: 3 });
    await world.pass(10);
    await world.hear({ activity: { kind: 'idle' }, conversation: 'c1' });
    await world.pass(10);
    // Its turn is over, and what it started goes on.
    assert.equal(world.status().kind, 'idle');
    assert.equal(world.session().sights.process?.activity.kind, 'working');
  });

  const watched = (state: 'working' | 'idle' | 'blocked', detail = '') => ({ watched: { state, detail } });

  it('does not follow a watcher that says idle for a moment each second of a turn', async () => {
    await opened({ screen: false }, 'herdr');
    world.place.see('s1.1', watched('working'));
    await world.pass(2);
    for (let n = 0; n < 60; n++) {
      world.place.see('s1.1', watched('idle'));
      await world.pass(0.25);
      assert.equal(world.status().kind, 'working');
      world.place.see('s1.1', watched('working'));
      await world.pass(1.05);
      assert.equal(world.status().kind, 'working');
    }
    world.place.see('s1.1', watched('idle'));
    await world.pass(6);
    assert.equal(world.status().kind, 'idle');
  });

  it('says what a watcher takes for a question', async () => {
    await opened({ screen: false }, 'herdr');
    world.place.see('s1.1', watched('blocked', 'Wants to run make'));
    await world.pass(3);
    const status = world.status();
    assert.ok(status.kind === 'needsYou' && status.text === 'Wants to run make' && !status.onScreen);
  });

  it('takes the words of the screen for what a title only hints at', async () => {
    await opened();
    world.place.at('s1.1').screen = form;
    world.place.see('s1.1', { title: 'asks' });
    await world.pass(3);
    const status = world.status();
    assert.ok(status.kind === 'needsYou' && status.source === 'shell');
    assert.equal(status.text, 'Do you want to run `rm -rf build`?');
  });

  it('does not hold on to a title that says nothing any more', async () => {
    await opened();
    world.place.see('s1.1', { title: 'working' });
    await world.pass(3);
    assert.equal(world.status().kind, 'working');
    world.place.see('s1.1', { title: 'bash' });
    await world.pass(60);
    assert.equal(world.status().kind, 'unobservable');
  });

  it('calls an agent whose shell is left gone, though a hook said that it works', async () => {
    await opened();
    await world.hear({ activity: { kind: 'working' }, conversation: 'c1' });
    await world.pass(20);
    world.place.set('s1.1', { kind: 'shell', code: 1 });
    await world.pass(1);
    assert.equal(world.status().kind, 'working');
    await world.pass(5);
    assert.equal(world.status().kind, 'shell');
  });

  it('does not take the shell in which an agent is just started for its end', async () => {
    world = await watchedSessions();
    await world.open();
    world.place.set('s1.1', { kind: 'shell', code: null });
    await world.pass(6);
    assert.equal(world.status().kind, 'starting');
    world.place.set('s1.1', { kind: 'agent', process: null, children: null, title: null, watched: null });
    await world.pass(20);
    assert.equal(world.session().ended, null);
  });

  it('says how an agent ended that ended badly', async () => {
    await opened();
    world.place.set('s1.1', { kind: 'gone', code: null, signal: 'SIGKILL' });
    await world.pass(2);
    assert.equal(world.session().ended?.how, 'gone');
    assert.equal(world.session().ended?.problem?.code, 'session.killed');
  });

  it('says that nobody can tell once that lasts, and forgets it when it can be looked at again', async () => {
    await opened();
    await world.hear({ activity: { kind: 'idle' }, conversation: 'c1', opens: true });
    await world.pass(10);
    world.place.hidden = problem('test.hidden', 'The server hangs.');
    world.place.print('s1.1', ' ');
    await world.pass(1);
    assert.equal(world.status().kind, 'idle');
    await world.pass(6);
    assert.equal(world.status().kind, 'unobservable');
    world.place.hidden = null;
    await world.pass(5);
    assert.equal(world.status().kind, 'idle');
  });

  it('follows the transcript of the conversation once it is there', async () => {
    await opened();
    await world.hear({ activity: { kind: 'working' }, conversation: 'c1', opens: true });
    await world.pass(5);
    assert.equal(world.signs.following.size, 0);
    world.signs.written.add('c1');
    await world.pass(70);
    world.signs.following.get('c1')?.({ kind: 'idle' });
    await world.pass(1);
    assert.equal(world.status().kind, 'idle');
    assert.equal(world.status().source, 'transcript');
    world.place.set('s1.1', { kind: 'gone', code: 0, signal: null });
    await world.pass(5);
    assert.equal(world.signs.following.size, 0);
  });

  it('believes the end of a turn that the transcript tells just after a hook, once it stays', async () => {
    world = await watchedSessions();
    world.signs.written.add('c1');
    await world.open();
    await world.hear({ activity: { kind: 'idle' }, conversation: 'c1', opens: true });
    await world.pass(10);
    await world.hear({ activity: { kind: 'working' }, conversation: 'c1' });
    await world.pass(1);
    world.signs.following.get('c1')?.({ kind: 'idle' });
    await world.pass(1);
    assert.equal(world.status().kind, 'working');
    await world.pass(4);
    assert.equal(world.status().kind, 'idle');
    await world.hear({ activity: { kind: 'working' }, conversation: 'c1' });
    world.signs.following.get('c1')?.({ kind: 'idle' });
    world.signs.following.get('c1')?.({ kind: 'working' });
    await world.pass(10);
    assert.equal(world.status().kind, 'working');
  });

  it('leaves what is asked to hooks, also to those that spoke only after its transcript was found', async () => {
    world = await watchedSessions();
    world.signs.written.add('c1');
    await world.open();
    await world.act({ type: 'identifyAgentSession', session: 's1', generation: 1, conversation: 'c1' });
    await world.pass(10);
    const asks = { kind: 'needsYou', need: 'permission', text: 'It asks.' } as const;
    world.signs.following.get('c1')?.(asks);
    await world.pass(1);
    assert.equal(world.status().source, 'transcript');
    world.signs.following.get('c1')?.({ kind: 'working' });
    await world.pass(1);
    await world.hear({ activity: { kind: 'needsYou', need: 'permission', text: 'Run make?' }, conversation: 'c1' });
    await world.pass(10);
    world.signs.following.get('c1')?.(asks);
    await world.pass(1);
    assert.equal(world.session().sights.transcript?.activity.kind, 'working');
    assert.equal(world.status().source, 'hook');
  });

  it('watches the next process of a session, and not the one before', async () => {
    await opened();
    world.place.set('s1.1', { kind: 'gone', code: 0, signal: null });
    await world.pass(2);
    await world.act({ type: 'resumeAgentSession', session: 's1', controlPlane: world.session().controlPlane });
    await world.started('s1');
    world.place.draw('s1.2', form);
    await world.pass(3);
    assert.equal(world.status().kind, 'needsYou');
  });

  it('looks at what a hundred sessions announce no more often than once a second', async () => {
    await opened();
    const { looks } = world.counts;
    for (let n = 0; n < 200; n++) {
      world.place.print('s1.1', '.');
      await world.pass(0.05);
    }
    assert.ok(world.counts.looks - looks <= 12, String(world.counts.looks - looks));
  });

  it('looks at sessions that do nothing about once a minute', async () => {
    world = await watchedSessions({ screen: false }, 'headless');
    for (let n = 0; n < 100; n++) await world.open(`s${n}`);
    await world.pass(600);
    const { looks } = world.counts;
    await world.pass(60);
    assert.ok(world.counts.looks - looks <= 120, String(world.counts.looks - looks));
  });

  it('says of a place that can’t be looked at from here just that', async () => {
    world = await watchedSessions();
    world.watch.dispose();
    await world.open();
    const { createSessionWatch } = await import('../../../../src/app/agentSession/watch.ts');
    const { clock, log, orchestrator, signs } = world;
    const watch = createSessionWatch({
      ports: { terminals: {}, signs, machine: new FakeMachine(), clock, log },
      orchestrator,
    });
    watch.follow(orchestrator.state);
    for (let i = 0; i < 10; i += 1) {
      await clock.advance(500);
      await watch.settled();
    }
    watch.dispose();
    const status = world.status();
    assert.ok(status.kind === 'unobservable' && status.problem.code === 'session.notHere');
  });
});
