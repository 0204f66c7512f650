import assert from 'node:assert/strict';
import { standing, stillAtWork } from '../../../src/cli/job/standing.ts';
import { fill } from '../../../src/base/problem.ts';
import { person } from '../../builders/core.ts';
import { DelegatedWorld } from '../../builders/delegatedWorld.ts';

describe('how a job stands, on the command line', () => {
  const said = (world: DelegatedWorld): string =>
    standing({ t: fill }, { state: world.state, progress: () => null }, world.job('j1'), world.at);

  it('tells what its agent asks, when it is limited, and that its report is there', () => {
    const world = new DelegatedWorld().started('j1');
    assert.equal(said(world), 'running');
    world.see('hook', { kind: 'needsYou', need: 'permission', text: 'Run make?' });
    assert.equal(said(world), 'running · asks: Run make?');
    world.see('hook', { kind: 'limited', until: null });
    assert.equal(said(world), 'running · limited, without a word until when');
    world.see('hook', { kind: 'working' });
    world.report();
    assert.equal(said(world), 'running · its report is there');
  });

  const ends = [
    { by: 'cancel', command: { type: 'cancelJob', job: 'j1', reason: '' }, activity: 'working', told: 'name-s1' },
    {
      by: 'a person',
      command: { type: 'endJob', job: 'j1', status: 'completed', reason: '' },
      activity: 'working',
      told: 'name-s1',
    },
    { by: 'cancel', command: { type: 'cancelJob', job: 'j1', reason: '' }, activity: 'idle', told: null },
  ] as const;
  for (const { by, command, activity, told } of ends)
    it(`ended by ${by}, its agent ${told ? 'may work on' : 'rests'} while it is ${activity}`, () => {
      const world = new DelegatedWorld().started('j1');
      world.see('hook', { kind: activity });
      assert.equal(stillAtWork({ state: world.state }, world.job('j1'), world.at), null);
      world.must(command, person);
      assert.equal(stillAtWork({ state: world.state }, world.job('j1'), world.at), told);
    });
});
