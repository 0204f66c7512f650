import assert from 'node:assert/strict';
import type { Activity, AgentSession, Source } from '../../src/core/agentSession/types.ts';
import type { Attempt, DelegatedJob } from '../../src/core/delegation/types.ts';
import type { JobWish } from '../../src/app/delegation/submit.ts';
import { FakeTerminals, type FakePlace } from '../fakes/fakeTerminals.ts';
import { createHarness, person, type Harness, type HarnessOptions } from './appHarness.ts';
import { queueText } from './queueText.ts';

export interface SessionScene extends Harness {
  readonly terminals: FakeTerminals;
  /** The newest session. */
  session(): AgentSession;
  place(): FakePlace;
  open(name?: string): Promise<AgentSession>;
  /** A source saw the newest session do something. */
  see(source: Source, activity: Activity): Promise<void>;
  submit(wish?: Partial<JobWish>): Promise<DelegatedJob>;
  job(): DelegatedJob;
  /** The newest attempt of the newest job. */
  attempt(): Attempt;
  /** Lets time pass in steps, and everything run in between. */
  pass(ms: number): Promise<void>;
}

/** The application with one kind of place for sessions, which a test plays. */
export async function createSessionScene(
  options: Partial<HarnessOptions> & { readonly places?: FakeTerminals } = {},
): Promise<SessionScene> {
  const { places: terminals = new FakeTerminals(), ...rest } = options;
  const harness = await createHarness({
    queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`', checks: [] }),
    terminals: { [terminals.backend]: terminals },
    laneEnv: { MAM_BIN: '/bin', MAM_SPOOL: '/repo/.git/mam/spool' },
    ...rest,
  });
  const { app } = harness;
  const session = (): AgentSession => {
    const found = Object.values(app.state.agentSessions).at(-1);
    assert.ok(found);
    return found;
  };
  const job = (): DelegatedJob => {
    const found = Object.values(app.state.delegations).at(-1);
    assert.ok(found);
    return found;
  };
  return {
    ...harness,
    terminals,
    session,
    job,
    place: () => terminals.at(`${session().id}.${session().generation}`),
    attempt: () => {
      const found = job().attempts.at(-1);
      assert.ok(found);
      return found;
    },
    async open(name = 'one') {
      const opened = await app.agentSessions.open(
        { agent: 'claude', backend: terminals.backend, cwd: '/repo', name, role: null, controlPlane: null },
        person,
      );
      assert.ok(opened.ok, opened.ok ? '' : `${opened.error.code} ${JSON.stringify(opened.error.params)}`);
      return opened.value;
    },
    async see(source, activity) {
      const { id, generation } = session();
      const seen = await app.dispatch(
        { type: 'sightAgentSession', session: id, generation, source, activity },
        { kind: 'host', id: 'test' },
      );
      assert.ok(seen.ok);
      await harness.rest();
    },
    async submit(wish = {}) {
      const submitted = await app.delegation.submit({ ...aJob, session: session().id, ...wish }, person);
      assert.ok(submitted.ok, submitted.ok ? '' : `${submitted.error.code} ${JSON.stringify(submitted.error.params)}`);
      await harness.rest();
      return submitted.value;
    },
    async pass(ms) {
      for (let left = ms; left > 0; left -= 500) {
        await harness.clock.advance(Math.min(left, 500));
        await harness.rest();
      }
    },
  };
}

const aJob: JobWish = {
  id: null,
  session: 'one',
  agent: null,
  kind: 'work',
  role: null,
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
