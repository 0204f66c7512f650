import assert from 'node:assert/strict';
import type { SessionWish } from '../../../src/app/agentSession/openSession.ts';
import { problem, type Problem } from '../../../src/base/problem.ts';
import { err, ok, type Result } from '../../../src/base/result.ts';
import type { AgentSession } from '../../../src/core/agentSession/types.ts';
import { createHandOver, type HandOverApp } from '../../../src/vscode/commands/handOver.ts';
import { DelegatedWorld } from '../../builders/delegatedWorld.ts';

const wish: SessionWish = { agent: 'codex', backend: 'editor', cwd: '/r', name: null, role: null, controlPlane: null };
const job = {
  id: null,
  agent: null,
  kind: 'work',
  role: null,
  prompt: 'Find out why.',
  workdir: null,
  claims: [],
  outside: false,
  timeoutMs: 0,
  idleTimeoutMs: 0,
  expectedArtifacts: [],
  task: null,
  queue: true,
} as const;
const never = new Promise<never>(() => undefined);

/** An app whose sessions open, and whose jobs are taken, as the test says. */
const anApp = (open?: () => Promise<Result<AgentSession, Problem>>) => {
  const world = new DelegatedWorld().session().submit();
  const session = world.state.agentSessions['s1'];
  assert.ok(session);
  const done = { opened: 0, prompts: [] as string[], refuse: false };
  const app: HandOverApp = {
    state: { agentSessions: { [session.id]: session } },
    agentSessions: {
      open: () => {
        done.opened += 1;
        return open === undefined ? Promise.resolve(ok(session)) : open();
      },
    },
    delegation: {
      submit: (given) => {
        done.prompts.push(given.prompt);
        return Promise.resolve(done.refuse ? err(problem('job.busy', 'It is busy.')) : ok(world.job()));
      },
    },
  };
  return { app, done, session };
};

describe('handing a job over', () => {
  it('hands the same job over again after a failure, to the session that was opened for it', async () => {
    const { app, done, session } = anApp();
    const hand = createHandOver({ app }, { wish }, job);
    done.refuse = true;
    assert.equal((await hand(never)).ok, false);
    done.refuse = false;
    const handed = await hand(never);
    assert.ok(handed.ok);
    assert.equal(handed.value.session.id, session.id);
    assert.deepEqual(done, { opened: 1, prompts: [job.prompt, job.prompt], refuse: false });
  });

  it('opens another session where the first could not be opened', async () => {
    const answers: Result<AgentSession, Problem>[] = [err(problem('session.no', 'No.'))];
    const { app, done, session } = anApp(() => Promise.resolve(answers.shift() ?? ok(session)));
    const hand = createHandOver({ app }, { wish }, job);
    assert.equal((await hand(never)).ok, false);
    assert.ok((await hand(never)).ok);
    assert.deepEqual([done.opened, done.prompts.length], [2, 1]);
  });

  it('submits nothing once it was given up, and waits for the same session when it is asked again', async () => {
    const late = Promise.withResolvers<Result<AgentSession, Problem>>();
    const { app, done, session } = anApp(() => late.promise);
    const hand = createHandOver({ app }, { wish }, job);
    const first = await hand(Promise.resolve());
    assert.equal(first.ok ? '' : first.error.code, 'job.waitedNoLonger');
    assert.deepEqual(done.prompts, []);
    const second = hand(never);
    late.resolve(ok(session));
    assert.ok((await second).ok);
    assert.deepEqual([done.opened, done.prompts.length], [1, 1]);
  });
});
