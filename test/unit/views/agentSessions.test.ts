import assert from 'node:assert/strict';
import { agentSessionsView } from '../../../src/app/views/agentSessions.ts';
import { missingWords } from '../../../src/app/views/delegatedJobs.ts';
import { inboxView } from '../../../src/app/views/inbox.ts';
import { sessionWords } from '../../../src/app/views/sessionWords.ts';
import type { TreeNode } from '../../../src/app/views/treeNode.ts';
import type { Scene, ViewContext } from '../../../src/app/views/viewContext.ts';
import { waitsOf } from '../../../src/app/views/waits.ts';
import { problem } from '../../../src/base/problem.ts';
import type { SessionStatus } from '../../../src/core/agentSession/status.ts';
import { host } from '../../builders/core.ts';
import { DelegatedWorld } from '../../builders/delegatedWorld.ts';
import { aScene, reader } from '../../builders/scene.ts';

const since = '2026-05-04T14:02:00Z';
const known = { since, source: 'hook' } as const;

const words: readonly (readonly [SessionStatus, string, string, string])[] = [
  [{ kind: 'starting', ...known }, 'starting', 'loading~spin', 'active'],
  [{ kind: 'working', ...known }, 'working, 3 min', 'sync~spin', 'active'],
  [
    { kind: 'needsYou', need: 'permission', text: 'run `npm test`?', onScreen: false, ...known },
    'asks: run `npm test`?',
    'bell-dot',
    'attention',
  ],
  [
    { kind: 'needsYou', need: 'question', text: 'Which one?', onScreen: true, since, source: 'screen' },
    'asks: Which one? · seen on screen',
    'bell-dot',
    'attention',
  ],
  [
    { kind: 'needsYou', need: 'trust', text: 'Do you trust it?', onScreen: false, ...known },
    'asks whether it may trust its folder',
    'shield',
    'attention',
  ],
  [
    { kind: 'needsYou', need: 'signIn', text: 'Sign in.', onScreen: false, ...known },
    'sign in to codex',
    'key',
    'attention',
  ],
  [{ kind: 'limited', until: '2026-05-04T15:40:00Z', ...known }, 'limited until 15:40', 'clock', 'none'],
  [{ kind: 'limited', until: null, ...known }, 'limited, without a word until when', 'clock', 'none'],
  [{ kind: 'idle', ...known }, 'idle', 'circle-outline', 'muted'],
  [{ kind: 'done', job: 'j1', by: 'agent', ...known }, 'done: report 14:02', 'check', 'good'],
  [{ kind: 'done', job: 'j1', by: 'person', ...known }, 'done: a person said so, 14:02', 'check', 'good'],
  [{ kind: 'stoppedWithoutReport', job: 'j1', ...known }, 'stopped without a report', 'question', 'attention'],
  [{ kind: 'shell', ...known }, 'agent gone, shell open', 'debug-disconnect', 'attention'],
  [{ kind: 'gone', ...known }, 'agent gone', 'debug-disconnect', 'attention'],
  [{ kind: 'interrupted', ...known }, 'interrupted, can resume', 'debug-pause', 'attention'],
  [{ kind: 'stopped', ...known }, 'stopped, can resume', 'debug-stop', 'muted'],
  [{ kind: 'failed', problem: problem('x.y', 'No codex here.'), ...known }, 'No codex here.', 'error', 'bad'],
  [
    { kind: 'unobservable', problem: problem('x.y', 'The server is gone.'), ...known },
    'can’t be observed: The server is gone.',
    'eye-closed',
    'muted',
  ],
];

/** Its agent's own id of the conversation becomes known. */
const identify = (world: DelegatedWorld, session: string): void =>
  void world.must({ type: 'identifyAgentSession', session, generation: 1, conversation: `of-${session}` }, host);

/** A reader in the world's own time. */
const readerIn = (world: DelegatedWorld): ViewContext =>
  reader({ now: () => world.at, age: (iso) => Date.parse(world.at) - Date.parse(iso) });
const sceneIn = (world: DelegatedWorld): Scene => aScene(world.state, { awakeMs: world.awakeMs });
const rowsOf = (world: DelegatedWorld): readonly TreeNode[] => agentSessionsView(readerIn(world), sceneIn(world));
const rowOf = (world: DelegatedWorld): TreeNode => {
  const [row] = rowsOf(world);
  assert.ok(row);
  return row;
};
const inbox = (world: DelegatedWorld): readonly (readonly [string, string, string | undefined])[] =>
  inboxView(readerIn(world), sceneIn(world)).map(({ label, contextValue, action }) => [
    label,
    contextValue,
    action?.name,
  ]);

describe('agent sessions', () => {
  for (const [status, text, icon, tone] of words)
    it(`are said in words: ${text}`, () => {
      const said = sessionWords(reader(), { agent: 'codex', stopping: false, ended: null, conversation: 'c1' }, status);
      assert.deepEqual([said.text, said.icon, said.tone], [text, icon, tone]);
      assert.match(said.source, /^Since 14:02, told by .+\.$/);
    });

  for (const kind of ['interrupted', 'stopped'] as const)
    it(`are not said to go on where nobody knows their conversation: ${kind}`, () => {
      const session = { agent: 'codex', stopping: false, ended: null, conversation: null };
      assert.equal(sessionWords(reader(), session, { kind, ...known }).text, kind);
    });

  it('are none where nobody opened one', () => {
    assert.deepEqual(rowsOf(new DelegatedWorld()), []);
  });

  it('have a row with the state, the reason, and where it is known from', () => {
    const row = rowOf(new DelegatedWorld().session());
    assert.deepEqual(
      [row.label, row.description, row.contextValue, row.action?.name, row.subject.session, row.children.length],
      ['name-s1', 'codex · idle · implementer · repo', 'agent.live', 'showSession', 's1', 0],
    );
    assert.match(row.tooltip, /told by its own hooks/);
    assert.equal(row.accessibilityLabel, 'name-s1, codex, idle, Since 12:00, told by its own hooks.');
  });

  it('say of a job that waits, that works, and that ended what is still missing', () => {
    const world = new DelegatedWorld().session('s1', 'codex', null).submit();
    assert.deepEqual(
      rowOf(world).children.map(({ label, contextValue }) => [label, contextValue]),
      [['job j1', 'delegated.pending']],
    );
    world.see('hook', { kind: 'idle' });
    world.deliver();
    world.say('started');
    world.see('hook', { kind: 'working' });
    const [job] = rowOf(world).children;
    assert.ok(job);
    assert.deepEqual(
      [job.label, job.contextValue, job.action?.name, job.subject.job],
      ['job j1 attempt 1', 'delegated.running', 'openJob', 'j1'],
    );
    const missing = missingWords(readerIn(world), sceneIn(world), world.job());
    assert.deepEqual(
      job.children.map(({ label }) => label),
      missing,
    );
    assert.ok(missing.includes('Its report is not there.'), missing.join());
    assert.match(job.description, /^started 12:00 · 2 things missing$/);
    assert.match(job.tooltip, /Still missing for it to count as done:\n- Its report is not there/);
    assert.equal(rowOf(world).description.includes('done'), false, 'idle and working are never done');
    world.report();
    world.say('completed');
    const [done] = rowOf(world).children;
    assert.deepEqual([done?.contextValue, done?.children], ['delegated.done', []]);
  });

  it('keep their rows while only the time of what is missing moves', () => {
    const world = new DelegatedWorld().started();
    world.report({ manifest: false });
    world.see('hook', { kind: 'idle' });
    const ids = (): readonly string[] => rowOf(world).children.flatMap(({ children }) => children.map(({ id }) => id));
    const before = ids();
    world.pass(2);
    assert.deepEqual(ids(), before);
    assert.ok(before.length > 0);
  });

  it('escape what agents and people wrote', () => {
    const world = new DelegatedWorld().session().submit('j1', { prompt: '[x](command:y) <b>' });
    assert.doesNotMatch(rowOf(world).children[0]?.tooltip ?? '', /\[x\]\(command/);
  });

  it('that ended stand last and can be gone on with, or only be forgotten', () => {
    const world = new DelegatedWorld().session('s1').session('s2');
    identify(world, 's1');
    const end = (session: string, how: 'interrupted' | 'failed'): void =>
      void world.must({ type: 'endAgentSession', session, generation: 1, how, problem: null }, host);
    end('s1', 'interrupted');
    assert.deepEqual(
      rowsOf(world).map(({ label, contextValue }) => [label, contextValue]),
      [
        ['name-s2', 'agent.live'],
        ['name-s1', 'agent.ended'],
      ],
    );
    end('s2', 'failed');
    assert.equal(rowsOf(world).find(({ label }) => label === 'name-s2')?.contextValue, 'agent.failed');
  });
});

describe('inbox of agent sessions', () => {
  it('is empty while everything moves by itself', () => {
    assert.deepEqual(inbox(new DelegatedWorld().started()), []);
  });

  it('holds a question with its text, until it is answered', () => {
    const world = new DelegatedWorld().started();
    world.say('permission_required', 'run `npm test`?');
    assert.deepEqual(inbox(world), [['name-s1: asks: run `npm test`?', 'inbox.wait.permission', 'answerSession']]);
    const [wait] = waitsOf(readerIn(world), sceneIn(world));
    world.pass(5);
    assert.equal(waitsOf(readerIn(world), sceneIn(world))[0]?.id, wait?.id, 'it is the same wait as time passes');
    world.must({ type: 'settlePermission', job: 'j1', attempt: 1 });
    assert.deepEqual(inbox(world), []);
    world.say('permission_required', 'run `npm test`?');
    assert.notEqual(waitsOf(readerIn(world), sceneIn(world))[0]?.id, wait?.id, 'asked again is another wait');
  });

  for (const need of ['trust', 'signIn'] as const)
    it(`leads to the session where it waits for ${need}`, () => {
      const world = new DelegatedWorld().session('s1', 'codex', { kind: 'needsYou', need, text: 'Well?' });
      assert.deepEqual(
        inbox(world).map(([, kind, click]) => [kind, click]),
        [[`inbox.wait.${need}.alone`, 'showSession']],
      );
    });

  it('holds a prompt that did not get there, with the reason', () => {
    const world = new DelegatedWorld().session().submit();
    world.must({ type: 'sendPrompt', job: 'j1', attempt: 1 }, host);
    const [effect] = world.open('deliverPrompt');
    assert.ok(effect);
    world.settle(effect, { kind: 'failed', problem: problem('x.y', 'It never showed.') });
    const [row] = inboxView(readerIn(world), sceneIn(world));
    assert.equal(row?.label, 'name-s1: not delivered');
    assert.match(row?.accessibilityLabel ?? '', /It never showed\./);
  });

  it('holds interrupted sessions, with the way on, and not those that a person stopped', () => {
    const world = new DelegatedWorld().session('s1').session('s2').session('s3', 'codex', { kind: 'idle' }, null);
    identify(world, 's1');
    for (const [session, how] of [
      ['s3', 'interrupted'],
      ['s1', 'interrupted'],
      ['s2', 'stopped'],
    ] as const)
      world.must({ type: 'endAgentSession', session, generation: 1, how, problem: null }, host);
    assert.deepEqual(inbox(world), [
      ['name-s1: interrupted, can resume', 'inbox.wait.interrupted.alone', 'resumeSession'],
      ['name-s3: interrupted', 'inbox.wait.interrupted.alone', 'forgetSession'],
    ]);
  });

  it('holds an agent that is gone only where a job needs it', () => {
    const world = new DelegatedWorld().session('s1').session('s2').submit('j1', {}).deliver();
    for (const session of ['s1', 's2'])
      world.must({ type: 'endAgentSession', session, generation: 1, how: 'shell', problem: null }, host);
    const labels = inbox(world).map(([label]) => label);
    assert.ok(
      labels.every((label) => label.startsWith('name-s1')),
      labels.join(),
    );
  });

  it('asks to confirm what would count as done, and no longer once a person has', () => {
    const world = new DelegatedWorld().started();
    world.report();
    world.see('process', { kind: 'quiet' });
    world.see('hook', { kind: 'idle' });
    world.pass(120);
    assert.ok(world.attempt().wouldComplete, 'it is noted');
    assert.ok(inbox(world).some(([, kind, click]) => kind === 'inbox.wait.confirm' && click === 'confirmJob'));
    assert.equal(rowOf(world).children[0]?.contextValue, 'delegated.confirm');
    world.must({ type: 'endJob', job: 'j1', status: 'completed', reason: '' });
    assert.deepEqual(inbox(world), []);
  });

  it('tells of a job that failed by itself, until it is tried again or another is handed over', () => {
    const world = new DelegatedWorld().started();
    world.say('error', 'no network');
    const told = [['name-s1: job j1 failed', 'inbox.wait.failed', 'retryJob']];
    assert.deepEqual(inbox(world), told);
    const before = waitsOf(readerIn(world), sceneIn(world))[0]?.id;
    world.must({ type: 'retryJob', job: 'j1' });
    assert.deepEqual(inbox(world), []);
    world.see('hook', { kind: 'idle' });
    world.pass(5);
    world.deliver().say('error', 'no network');
    assert.deepEqual(inbox(world), told);
    assert.notEqual(waitsOf(readerIn(world), sceneIn(world))[0]?.id, before, 'another failure is another wait');
    world.submit('j2');
    assert.deepEqual(inbox(world), []);
  });

  it('does not tell a person of what they ended themselves', () => {
    const world = new DelegatedWorld().started();
    world.must({ type: 'endJob', job: 'j1', status: 'error', reason: 'wrong' });
    assert.deepEqual(inbox(world), []);
  });

  it('offers another attempt where a prompt may not have been delivered', () => {
    const world = new DelegatedWorld().session().submit();
    world.must({ type: 'sendPrompt', job: 'j1', attempt: 1 }, host);
    const [effect] = world.open('deliverPrompt');
    assert.ok(effect);
    world.settle(effect, { kind: 'failed', problem: problem('x.y', 'It never showed.') });
    const [wait] = waitsOf(readerIn(world), sceneIn(world));
    assert.ok(wait?.actions.some(({ name }) => name === 'retryJob'));
    assert.equal(rowOf(world).children[0]?.contextValue, 'delegated.stuck');
  });

  it('puts what keeps an agent from going on before everything else', () => {
    const world = new DelegatedWorld().session('s0').session('s1');
    world.must({ type: 'endAgentSession', session: 's0', generation: 1, how: 'interrupted', problem: null }, host);
    world.see('hook', { kind: 'needsYou', need: 'question', text: 'Which?' });
    assert.deepEqual(
      inbox(world).map(([, kind]) => kind),
      ['inbox.wait.question.alone', 'inbox.wait.interrupted.alone'],
    );
  });
});
