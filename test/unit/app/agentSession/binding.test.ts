import assert from 'node:assert/strict';
import {
  callersPlane,
  planeDifference,
  planeProblem,
  usualPlane,
} from '../../../../src/app/agentSession/controlPlane.ts';
import type { SessionWish } from '../../../../src/app/agentSession/openSession.ts';
import { person } from '../../../builders/appHarness.ts';
import { createSessionScene, type SessionScene } from '../../../builders/sessionScene.ts';

const usual = usualPlane('/repo');

describe('the control plane of a caller', () => {
  it('is four absolute paths, whatever the caller says relatively', () => {
    assert.deepEqual(callersPlane({}, '/repo'), { ok: true, value: usual });
    const said = callersPlane({ MAM_JOBS_DIR: '.mam/../.mam/jobs/', WORKSPACE_ROOT: '/repo/' }, '/repo');
    assert.deepEqual(said, { ok: true, value: usual });
    const spaced = callersPlane({ MAM_JOBS_DIR: "/an 'odd' place" }, '/repo');
    assert.deepEqual(spaced, { ok: true, value: { ...usual, mamJobsDir: "/an 'odd' place" } });
  });

  for (const text of ['/a\nb', '/a\0b', '/a\rb'])
    it(`is refused with ${JSON.stringify(text)} in it`, () => {
      const said = callersPlane({ DELEGATE_JOB_LOGS_DIR: text }, '/repo');
      assert.equal(said.ok ? '' : said.error.code, 'binding.badPath');
    });

  it('of another root or place is told by the variable that names it', () => {
    const other = { ...usual, agentSessionsYaml: '/repo/wt/.mam/agent-sessions.yaml' };
    const found = planeProblem(other, '/repo');
    assert.deepEqual([found?.code, found?.params['variable']], ['binding.elsewhere', 'AGENT_SESSIONS_YAML']);
    assert.equal(planeProblem(usual, '/repo'), null);
    assert.deepEqual(planeDifference(usual, other), ['AGENT_SESSIONS_YAML']);
  });
});

describe('a session and the place that it belongs to', () => {
  let scene: SessionScene;
  beforeEach(async () => {
    scene = await createSessionScene();
  });
  afterEach(() => scene.app.close());

  const open = (wish: Partial<SessionWish>) =>
    scene.app.agentSessions.open(
      { agent: 'claude', backend: 'tmux', cwd: '/repo', name: 'one', role: null, controlPlane: null, ...wish },
      person,
    );
  const code = (result: Awaited<ReturnType<typeof open>>): string => (result.ok ? 'opened' : result.error.code);
  const openAndStop = async (): Promise<void> => {
    await scene.open();
    const done = await scene.app.agentSessions.stop('one', person);
    assert.ok(done.ok);
  };
  const resume = async (change: { readonly cwd?: string; readonly controlPlane?: typeof usual } = {}) =>
    scene.app.agentSessions.resume({ session: 'one', cwd: null, controlPlane: null, ...change }, person);

  it('gives its process the control plane, its token and nothing after the agent’s own arguments', async () => {
    await scene.open();
    const { spec } = scene.place();
    assert.deepEqual(spec.argv, ['claude', '--new', 'conversation-1']);
    assert.deepEqual(spec.env, {
      MAM_BIN: '/bin',
      MAM_SPOOL: '/repo/.git/mam/spool',
      MAM_SESSION: scene.session().id,
      MAM_GENERATION: '1',
      MAM_SESSION_TOKEN: scene.ports.keys.sessionToken(scene.session().id, 1),
      MAM_CONTROL_ROOT: '/repo',
      WORKSPACE_ROOT: '/repo',
      AGENT_SESSIONS_YAML: usual.agentSessionsYaml,
      MAM_JOBS_DIR: usual.mamJobsDir,
      DELEGATE_JOB_LOGS_DIR: usual.delegateJobLogsDir,
      MAM_ENV_FILE: '/repo/.mam.env',
      MAM_NO_SUBSCRIBER_DAEMON: '1',
    });
  });

  it('keeps its own binding when it is resumed, and tells in what the caller’s differs', async () => {
    await openAndStop();
    const resumed = await resume({ controlPlane: { ...usual, mamJobsDir: '/elsewhere' } });
    assert.ok(resumed.ok);
    assert.deepEqual(resumed.value.differs, ['MAM_JOBS_DIR']);
    assert.deepEqual([scene.session().controlPlane, scene.place().spec.env['MAM_JOBS_DIR']], [usual, usual.mamJobsDir]);
    assert.deepEqual(scene.place().spec.argv, ['claude', '--resume', 'conversation-1']);
  });

  it('is bound by its next resume where its record has no binding, and to this repository alone', async () => {
    const none = { workspaceRoot: '', agentSessionsYaml: '', mamJobsDir: '', delegateJobLogsDir: '' };
    assert.equal(code(await open({ controlPlane: none })), 'opened');
    assert.ok((await resume()).ok);
    assert.deepEqual(scene.session().controlPlane, none);
    assert.ok((await scene.app.agentSessions.stop('one', person)).ok);
    const other = await resume({ controlPlane: { ...usual, mamJobsDir: '/elsewhere' } });
    assert.equal(other.ok ? '' : other.error.code, 'binding.elsewhere');
    assert.ok((await resume()).ok);
    assert.deepEqual([scene.session().controlPlane, scene.session().generation], [usual, 2]);
  });

  it('goes on only where it was, and only while that is there', async () => {
    await openAndStop();
    const other = await resume({ cwd: '/repo/.git' });
    assert.equal(other.ok ? '' : other.error.code, 'session.otherPlace');
    for (const path of [...scene.files.texts.keys()]) scene.files.texts.delete(path);
    const gone = await resume();
    assert.equal(gone.ok ? '' : gone.error.code, 'session.placeGone');
    assert.equal(scene.session().generation, 1);
  });

  it('that lives is left as it is by a resume', async () => {
    await scene.open();
    const resumed = await resume();
    assert.ok(resumed.ok && resumed.value.wasAlive);
    assert.equal(scene.terminals.places.size, 1);
  });

  it('is not started in a folder that only looks like a worktree', async () => {
    scene.files.texts.set('/repo/wt/.git', 'gitdir: /nowhere');
    assert.equal(code(await open({ cwd: '/repo/wt' })), 'worktree.notIsolated');
    assert.equal(code(await open({ cwd: '/elsewhere' })), 'session.placeGone');
    scene.files.texts.set('/elsewhere/x', '');
    assert.equal(code(await open({ cwd: '/elsewhere' })), 'session.placeElsewhere');
    assert.deepEqual([scene.app.state.agentSessions, scene.terminals.places.size], [{}, 0]);
  });

  it('is refused under a name that is taken or none, where nothing can run, and for nobody but a person', async () => {
    await scene.open();
    assert.equal(code(await open({})), 'session.exists');
    assert.equal(code(await open({ name: 'a b' })), 'session.badName');
    assert.equal(code(await open({ name: 'b', backend: 'editor' })), 'session.backendAbsent');
    assert.equal(code(await open({ name: 'b', cwd: '/repo\n' })), 'session.badPlace');
    const job = await scene.app.agentSessions.open(
      { agent: 'claude', backend: 'tmux', cwd: '/repo', name: 'b', role: null, controlPlane: null },
      { kind: 'job', id: 'j' },
    );
    assert.equal(code(job), 'actor.personOnly');
    assert.equal(scene.terminals.places.size, 1);
  });

  it('is neither ended nor given a prompt by a host that can’t reach its place', async () => {
    await scene.open();
    await scene.see('hook', { kind: 'idle' });
    await scene.app.close();
    const { store, files, clock } = scene;
    const other = await createSessionScene({ store, files, clock, terminals: {}, idPrefix: 'other-' });
    const job = await other.submit();
    await other.pass(2000);
    const stopped = await other.app.agentSessions.stop('one', person);
    assert.equal(stopped.ok ? '' : stopped.error.code, 'session.elsewhere');
    assert.equal(other.session().ended, null);
    assert.ok(
      !['notDelivered', 'delivered'].includes(other.app.state.delegations[job.id]?.attempts[0]?.delivery.kind ?? ''),
    );
    await other.app.close();
    scene = await createSessionScene({ store, files, clock, places: scene.terminals, idPrefix: 'third-' });
    scene.terminals.draw(scene.place().handle, 'welcome\n> ');
    await scene.see('hook', { kind: 'idle' });
    await scene.pass(4000);
    assert.equal(scene.place().received.length, 1);
  });
});
