import assert from 'node:assert/strict';
import { watchedSessions, type WatchedSessions } from '../../../builders/watchedSessions.ts';

const idle = { kind: 'idle' } as const;
const working = { kind: 'working' } as const;
const asks = (text: string) => ({ kind: 'needsYou', need: 'permission', text }) as const;

describe('what a hook told', () => {
  let world: WatchedSessions;
  beforeEach(async () => {
    world = await watchedSessions({ screen: false });
    await world.open();
    await world.hear({ activity: idle, conversation: 'c1', opens: true });
  });
  afterEach(() => world.dispose());

  const attempt = () => world.orchestrator.state.delegations['j1']?.attempts[0];

  it('names the conversation and what the agent does', async () => {
    assert.equal(world.session().conversation, 'c1');
    assert.equal(world.status().kind, 'idle');
  });

  it('confirms the prompt of the job, before anything else is made of it', async () => {
    await world.give();
    await world.hear({ activity: working, conversation: 'c1', prompt: 'Read the file. [j1.1]' });
    assert.deepEqual(attempt()?.delivery.kind === 'delivered' && attempt()?.delivery, {
      kind: 'delivered',
      by: 'hook',
      at: '2026-01-31T12:00:00Z',
    });
    assert.equal(world.status().kind, 'working');
  });

  it('does not take what a person typed meanwhile for the prompt of the job', async () => {
    await world.give();
    await world.hear({ activity: working, conversation: 'c1', prompt: 'Wait, first tell me. [j1.2]' });
    assert.notEqual(attempt()?.delivery.kind, 'delivered');
  });

  it('does not take the prompt of an earlier job, heard late or once more, for that of the next', async () => {
    await world.give();
    await world.hear({ activity: working, conversation: 'c1', prompt: '[j1.1]' });
    await world.hear({ activity: idle, conversation: 'c1' });
    await world.act({ type: 'signalAttempt', job: 'j1', attempt: 1, seq: 1, kind: 'error', text: '' });
    await world.give('j2');
    const second = () => world.orchestrator.state.delegations['j2']?.attempts[0]?.delivery;
    await world.hear({ activity: working, conversation: 'c1', prompt: '[j1.1]' });
    assert.equal(second()?.kind, 'sending');
    await world.hear({ activity: working, conversation: 'c1', prompt: '[j2.1]' });
    const delivery = second();
    assert.equal(delivery?.kind === 'delivered' && delivery.by, 'hook');
  });

  it('settles what the agent had asked a leave for once it gets an answer', async () => {
    await world.give();
    await world.hear({ activity: working, conversation: 'c1', prompt: '[j1.1]' });
    await world.act({ type: 'signalAttempt', job: 'j1', attempt: 1, seq: 1, kind: 'started', text: '' });
    await world.act({
      type: 'signalAttempt',
      job: 'j1',
      attempt: 1,
      seq: 2,
      kind: 'permission_required',
      text: 'Push?',
    });
    assert.equal(world.status().kind, 'needsYou');
    // Its own command that said so has ended; that is no answer.
    await world.hear({ activity: working, conversation: 'c1' });
    await world.hear({ activity: idle, conversation: 'c1' });
    assert.equal(world.status().kind, 'needsYou');
    await world.hear({ activity: working, conversation: 'c1', prompt: 'Yes, push.' });
    assert.equal(world.status().kind, 'working');
    assert.equal(attempt()?.permission, null);
  });

  it('shows what the agent asks in its own dialogue after that, whose answer is none to anything else', async () => {
    await world.give();
    await world.hear({ activity: working, conversation: 'c1', prompt: '[j1.1]' });
    await world.act({
      type: 'signalAttempt',
      job: 'j1',
      attempt: 1,
      seq: 1,
      kind: 'permission_required',
      text: 'Push?',
    });
    await world.pass(5);
    await world.hear({ activity: asks('Bash: git push'), conversation: 'c1' });
    const status = world.status();
    assert.ok(status.kind === 'needsYou' && status.text === 'Bash: git push');
    await world.pass(5);
    await world.hear({ activity: working, conversation: 'c1' });
    const after = world.status();
    assert.ok(after.kind === 'needsYou' && after.text === 'Push?');
    await world.act({ type: 'signalAttempt', job: 'j1', attempt: 1, seq: 2, kind: 'progress', text: '' });
    assert.equal(world.status().kind, 'working');
  });

  it('does not take the leave to tell of a question for the answer to it', async () => {
    await world.give();
    await world.hear({ activity: working, conversation: 'c1', prompt: '[j1.1]' });
    await world.hear({ activity: asks('Bash: mam event'), conversation: 'c1' });
    await world.pass(5);
    await world.act({
      type: 'signalAttempt',
      job: 'j1',
      attempt: 1,
      seq: 1,
      kind: 'permission_required',
      text: 'Push?',
    });
    await world.hear({ activity: working, conversation: 'c1' });
    assert.notEqual(attempt()?.permission, null);
  });

  it('keeps the exact words of a question when a vaguer hook follows', async () => {
    await world.hear({ activity: asks('Bash: rm -rf build'), conversation: 'c1' });
    await world.hear({ activity: asks('It needs your permission'), vague: true, conversation: 'c1' });
    const status = world.status();
    assert.ok(status.kind === 'needsYou' && status.text === 'Bash: rm -rf build');
    await world.hear({ activity: working, conversation: 'c1' });
    await world.hear({ activity: asks('It needs your permission'), vague: true, conversation: 'c1' });
    assert.equal(world.status().kind, 'needsYou');
  });

  it('keeps a question while another call than the asked one begins or ends', async () => {
    await world.hear({ activity: asks('Bash: rm -rf build'), conversation: 'c1', call: 'Bash: rm -rf build' });
    await world.pass(10);
    for (const call of ['Bash: ls', 'Read: a.ts', 'Bash: rm -rf build --dry-run']) {
      await world.hear({ activity: working, conversation: 'c1', call });
      await world.hear({ activity: working, conversation: 'c2', call });
      assert.equal(world.status().kind, 'needsYou', call);
    }
    await world.hear({ activity: working, conversation: 'c1', call: 'Bash: rm -rf build' });
    assert.equal(world.status().kind, 'working');
  });

  it('tells calls with the same label apart, and what is asked of each', async () => {
    const [one, two] = ['mcp__db__query #111111111111', 'mcp__db__query #222222222222'];
    await world.hear({ activity: asks('mcp__db__query'), conversation: 'c1', call: one });
    await world.hear({ activity: working, conversation: 'c1', call: two });
    assert.equal(world.status().kind, 'needsYou');
    await world.hear({ activity: asks('mcp__db__query'), conversation: 'c1', call: two });
    await world.hear({ activity: working, conversation: 'c1', call: one });
    assert.equal(world.status().kind, 'needsYou');
    await world.hear({ activity: working, conversation: 'c1', call: two });
    assert.equal(world.status().kind, 'working');
  });

  it('ends a question of an older record, which has the label of its call only', async () => {
    await world.hear({ activity: asks('Bash: ls'), conversation: 'c1', call: 'Bash: ls' });
    await world.hear({ activity: working, conversation: 'c1', call: 'Bash: make #111111111111' });
    assert.equal(world.status().kind, 'needsYou');
    await world.hear({ activity: working, conversation: 'c1', call: 'Bash: ls #111111111111' });
    assert.equal(world.status().kind, 'working');
  });

  it('ends a question by a prompt, by the end of the turn, and by any call where nobody knows which one was asked', async () => {
    const question = asks('Bash: rm -rf build');
    for (const [call, answer] of [
      ['Bash: rm -rf build', { activity: working, prompt: 'No.' }],
      ['Bash: rm -rf build', { activity: idle }],
      [null, { activity: working, call: 'Bash: ls' }],
    ] as const) {
      await world.hear({ activity: question, conversation: 'c1', call });
      assert.equal(world.status().kind, 'needsYou');
      await world.hear({ ...answer, conversation: 'c1' });
      assert.equal(world.status().kind, answer.activity.kind);
    }
  });

  it('keeps a secret out of the call that is asked about, and knows its end all the same', async () => {
    const call = 'Bash: curl -H "Authorization: Bearer ghp_012345678901234567890123456789012345"';
    await world.hear({ activity: asks(call), conversation: 'c1', call });
    assert.doesNotMatch(JSON.stringify(world.session().sights.hook), /ghp_/);
    await world.hear({ activity: working, conversation: 'c1', call });
    assert.equal(world.status().kind, 'working');
  });

  const needs = [
    ['a sign-in', { kind: 'needsYou', need: 'signIn', text: 'Please run /login' }],
    ['a usage limit', { kind: 'limited', until: null }],
  ] as const;
  for (const [what, need] of needs)
    it(`keeps ${what} through every rest, until the agent works again`, async () => {
      await world.hear({ activity: working, conversation: 'c1', prompt: 'x' });
      await world.hear({ activity: need, conversation: 'c1' });
      await world.pass(60);
      await world.hear({ activity: idle, vague: true, conversation: 'c1' });
      await world.pass(60);
      await world.hear({ activity: idle, conversation: 'c1' });
      assert.equal(world.status().kind, need.kind);
      await world.hear({ activity: working, conversation: 'c1', prompt: 'Again.' });
      await world.hear({ activity: idle, conversation: 'c1' });
      assert.equal(world.status().kind, 'idle');
    });

  it('ends the lack of a sign-in by the word that there is one', async () => {
    await world.hear({ activity: { kind: 'needsYou', need: 'signIn', text: 'Run /login' }, conversation: 'c1' });
    await world.hear({ activity: idle, clears: true, conversation: 'c1' });
    assert.equal(world.status().kind, 'idle');
  });

  it('drops a word that a later one overtook, for this host and the next', async () => {
    await world.hear({ activity: working, conversation: 'c1', prompt: 'x' }, 's1', '10');
    await world.hear({ activity: idle, conversation: 'c1' }, 's1', '30');
    await world.hear({ activity: working, conversation: 'c9', opens: true }, 's1', '20');
    assert.deepEqual([world.status().kind, world.session().conversation], ['idle', 'c1']);
    await world.changeOwner();
    await world.hear({ activity: working, conversation: 'c1' }, 's1', '20');
    assert.equal(world.status().kind, 'idle');
    await world.hear({ activity: working, conversation: 'c1' }, 's1', '31');
    // It says what is known, so that it is in no log; what came before it is old news all the same.
    await world.hear({ activity: working, conversation: 'c1' }, 's1', '50');
    await world.hear({ activity: idle, conversation: 'c1' }, 's1', '40');
    assert.equal(world.status().kind, 'working');
  });

  it('hears what is told after the clock was set back, here and after a change of the owner', async () => {
    const at = (ms: number): string => `${1_700_003_600_000 + ms}-000000-hook-9999-0`;
    await world.hear({ activity: working, conversation: 'c1' }, 's1', at(0));
    await world.hear({ activity: asks('Bash: rm'), conversation: 'c1' }, 's1', at(-3_600_000));
    assert.equal(world.status().kind, 'needsYou');
    await world.changeOwner();
    await world.hear({ activity: idle, conversation: 'c1' }, 's1', at(-7_200_000));
    await world.hear({ activity: working, conversation: 'c1' }, 's1', at(-7_201_000));
    assert.equal(world.status().kind, 'idle');
  });

  it('takes words of one moment in the order of their folder', async () => {
    await world.hear({ activity: working, conversation: 'c1' }, 's1', '1700003600000-000000-hook-9999-0');
    await world.hear({ activity: idle, conversation: 'c1' }, 's1', '1700003600000-000000-hook-10000-0');
    assert.equal(world.status().kind, 'idle');
  });

  it('takes the prompt of a job also from a word that was overtaken', async () => {
    await world.give();
    await world.hear({ activity: working, conversation: 'c1' }, 's1', '20');
    await world.hear({ activity: working, conversation: 'c1', prompt: '[j1.1]' }, 's1', '10');
    assert.equal(attempt()?.delivery.kind, 'delivered');
  });

  it('does not end the turn, nor change the conversation, by what a subagent says', async () => {
    await world.hear({ activity: working, conversation: 'c1', prompt: 'x' });
    await world.hear({ activity: idle, conversation: 'c2', opens: true });
    await world.hear({ activity: idle, conversation: 'c2' });
    assert.equal(world.session().conversation, 'c1');
    assert.equal(world.status().kind, 'working');
    await world.hear({ activity: asks('Bash: make'), conversation: 'c2' });
    assert.equal(world.status().kind, 'needsYou');
  });

  it('follows the person into another conversation', async () => {
    await world.hear({ activity: idle, conversation: 'c2', opens: true });
    assert.equal(world.session().conversation, 'c2');
  });

  it('records nothing for what is known already', async () => {
    await world.hear({ activity: working, conversation: 'c1' });
    const { seq } = world.orchestrator.state;
    for (let n = 0; n < 50; n++) await world.hear({ activity: working, conversation: 'c1' });
    assert.equal(world.orchestrator.state.seq, seq);
  });

  it('says nothing by a hook without meaning, and of a session that has ended', async () => {
    const { seq } = world.orchestrator.state;
    await world.hear({});
    assert.equal(world.orchestrator.state.seq, seq);
    const session = world.session();
    await world.act({ type: 'endAgentSession', session: 's1', generation: 1, how: 'gone', problem: null });
    const ended = world.orchestrator.state.seq;
    await world.hear({ activity: working, conversation: 'c1' });
    assert.equal(world.orchestrator.state.seq, ended);
    assert.equal(session.ended, null);
  });

  it('is remembered only of processes that are there', async () => {
    await world.act({ type: 'endAgentSession', session: 's1', generation: 1, how: 'gone', problem: null });
    assert.deepEqual([...world.heard.keys()], ['s1.1']);
    await world.open('s2');
    await world.hear({ activity: working, conversation: 'c2' }, 's2');
    assert.deepEqual([...world.heard.keys()], ['s2.1']);
  });
});
