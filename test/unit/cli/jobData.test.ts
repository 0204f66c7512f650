import assert from 'node:assert/strict';
import { jobData } from '../../../src/cli/job/jobData.ts';
import { needsPerson } from '../../../src/cli/job/standing.ts';
import { sessionLines, agentSessionsData } from '../../../src/cli/session/sessionLines.ts';
import { host, person } from '../../builders/core.ts';
import { DelegatedWorld } from '../../builders/delegatedWorld.ts';
import { privacy } from '../../builders/privacy.ts';
import { reader } from '../../builders/scene.ts';

describe('what the command line shows of sessions and their jobs', () => {
  it('has all that a job is short of', () => {
    const world = new DelegatedWorld().started('j1');
    const shown = () =>
      jobData({ state: world.state, awakeMs: () => world.awakeMs, privacy }, world.job('j1'), world.at);
    assert.ok(shown().missing.some(({ code }) => code === 'missing.report'));
    world.must({ type: 'cancelJob', job: 'j1', reason: '' }, person);
    assert.deepEqual(shown().missing, []);
  });

  it('has no path of this machine from a prompt', () => {
    const world = new DelegatedWorld().session().submit('j1', { prompt: 'Read /home/me/spec.md.' });
    const { prompt } = jobData({ state: world.state, awakeMs: () => 0, privacy }, world.job('j1'), world.at);
    assert.equal(prompt, 'Read [redacted-local-path]');
  });

  it('tells a job that goes on from one that needs a person', () => {
    const world = new DelegatedWorld().started('j1');
    const needs = () => needsPerson(world, world.job('j1'), world.at);
    assert.equal(needs(), false);
    world.see('hook', { kind: 'needsYou', need: 'question', text: 'Which?' });
    assert.equal(needs(), true);
    world.see('hook', { kind: 'working' });
    assert.equal(needs(), false);
    world.must({ type: 'endAgentSession', session: 's1', generation: 1, how: 'interrupted', problem: null }, host);
    assert.equal(needs(), true);
  });

  it('has each session once, and what waits for a person first', () => {
    const world = new DelegatedWorld().started('j1');
    world.see('hook', { kind: 'needsYou', need: 'permission', text: 'Run make?' });
    const ctx = { ...reader(), now: () => world.at };
    const [line, ...others] = sessionLines(ctx, world.state);
    assert.deepEqual([line?.waits, others], [true, []]);
    const { waits, agentSessions } = agentSessionsData(ctx, world.state);
    assert.deepEqual(
      waits.map(({ kind, session, detail }) => [kind, session, detail]),
      [['permission', 's1', 'Run make?']],
    );
    assert.equal(agentSessions[0]?.status.kind, 'needsYou');
    world.see('hook', { kind: 'working' });
    assert.deepEqual(
      sessionLines(ctx, world.state).map(({ waits: asks }) => asks),
      [false],
    );
  });
});
