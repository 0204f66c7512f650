import assert from 'node:assert/strict';
import type { Ids } from '../../../../src/app/ports/system.ts';
import type { JobWish } from '../../../../src/app/delegation/submit.ts';
import { createSessionScene, type SessionScene } from '../../../builders/sessionScene.ts';
import { person } from '../../../builders/appHarness.ts';

describe('a job for a role', () => {
  let scene: SessionScene;
  /** Comes between the offer of a session and the record of its job. */
  let onNextId: () => void;
  const nextId = (ids: Ids) => (): string => {
    onNextId();
    return ids.next();
  };
  beforeEach(async () => {
    onNextId = () => undefined;
    scene = await createSessionScene({ wrap: (ports) => ({ ...ports, ids: { next: nextId(ports.ids) } }) });
  });
  afterEach(async () => {
    // Prompts that are being typed have to see that they are to stop.
    const closing = scene.app.close();
    await scene.pass(5000);
    await closing;
  });

  /** Opens a session of a role whose agent waits for a prompt, unless it is said to be silent. */
  const open = async (name: string, role: string | null, ready = true): Promise<void> => {
    const opened = await scene.app.agentSessions.open(
      { agent: 'claude', backend: scene.terminals.backend, cwd: '/repo', name, role, controlPlane: null },
      person,
    );
    assert.ok(opened.ok);
    if (ready) await scene.see('hook', { kind: 'idle' });
  };
  /** The name of the session that a job went to, or why it went to none. */
  const submit = async (wish: Partial<JobWish> = {}): Promise<string> => {
    const done = await scene.app.delegation.submit({ ...job, ...wish }, person);
    await scene.rest();
    return done.ok ? (scene.app.state.agentSessions[done.value.session]?.name ?? '?') : done.error.code;
  };

  it('goes to the first that waits for a prompt, one after the other, and then to nobody', async () => {
    await open('other', 'Reviewer');
    await open('silent', 'implementer', false);
    await open('first', 'implementer');
    await open('second', 'Implementer');
    assert.deepEqual(
      [await submit(), await submit(), await submit(), await submit()],
      ['first', 'second', 'silent', 'session.busy'],
    );
  });

  it('waits in the shortest line where it may wait', async () => {
    await open('a', 'implementer');
    await open('b', 'implementer');
    const went: string[] = [];
    for (let n = 0; n < 6; n++) went.push(await submit({ queue: true }));
    assert.deepEqual(went, ['a', 'b', 'a', 'b', 'a', 'b']);
  });

  it('is given once where two ask at the same moment', async () => {
    await open('a', 'implementer');
    await open('b', 'implementer');
    assert.deepEqual((await Promise.all([submit(), submit(), submit()])).toSorted(), ['a', 'b', 'session.busy']);
  });

  it('goes to another session where that of its turn ends before it is recorded', async () => {
    await open('a', 'implementer');
    await open('b', 'implementer');
    const { id, generation } = Object.values(scene.app.state.agentSessions).find(({ name }) => name === 'a') ?? {};
    assert.ok(id !== undefined && generation !== undefined);
    const ends: Promise<{ readonly ok: boolean }>[] = [];
    onNextId = () => {
      if (ends.length > 0) return;
      const end = scene.app.dispatch(
        { type: 'endAgentSession', session: id, generation, how: 'gone', problem: null },
        { kind: 'host', id: 'test' },
      );
      ends.push(end);
    };
    assert.deepEqual([await submit(), await ends[0]?.then(({ ok }) => ok)], ['b', true]);
  });

  it('waits for files of others only where it may wait', async () => {
    await open('one', 'reviewer');
    await open('a', 'implementer');
    assert.equal(await submit({ role: 'reviewer', claims: ['src/**'] }), 'one');
    assert.equal(await submit({ claims: ['src/a.ts'] }), 'lease.ofJob');
    assert.equal(await submit({ claims: ['src/a.ts'], queue: true }), 'a');
  });

  it('has to find a session of the agent and of the place that it names', async () => {
    assert.equal(await submit(), 'job.noneOfRole');
    await open('a', 'implementer');
    assert.equal(await submit({ agent: 'codex' }), 'job.noneOfRole');
    assert.equal(await submit({ workdir: '/elsewhere' }), 'job.noneOfRole');
    assert.equal(await submit({ role: null }), 'job.noDoer');
    assert.equal(await submit({ agent: 'claude', workdir: '/repo' }), 'a');
  });
});

const job: JobWish = {
  id: null,
  session: null,
  agent: null,
  kind: 'work',
  role: 'implementer',
  prompt: 'Say hello.',
  workdir: null,
  claims: [],
  outside: false,
  timeoutMs: 0,
  idleTimeoutMs: 0,
  expectedArtifacts: [],
  task: null,
  queue: false,
};
