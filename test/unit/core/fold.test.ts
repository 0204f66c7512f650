import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Recorded } from '../../../src/core/event.ts';
import { evaluateGate } from '../../../src/core/gate/evaluate.ts';
import { identityOf } from '../../../src/core/gate/facts.ts';
import { fold } from '../../../src/core/evolve.ts';
import { gateStatus } from '../../../src/core/session/gateStatus.ts';
import { expandedEight } from '../../../src/core/topology/presets.ts';
import { CoreWorld, taskOf } from '../../builders/core.ts';
import { act, actions } from '../../builders/coreActions.ts';

/** Everything that happened in a story, and a few things that happen to a registry. */
const story = fc.array(actions, { minLength: 5, maxLength: 30 }).map((taken): readonly Recorded[] => {
  const world = new CoreWorld().start([taskOf('T-2026-0001'), taskOf('T-2026-0002', { claims: ['other'] })]);
  for (const action of taken) act(world, action);
  world.append([
    { type: 'topologySet', topology: expandedEight },
    { type: 'mixSet', target: { claude: 1, codex: 0 } },
    ...(['passed', 'blocked'] as const).map(
      (status) => ({ type: 'sessionBeat', session: 'reviewer', role: 'x', task: null, status, agent: null }) as const,
    ),
  ]);
  return world.log;
});

/** The same events in another order, some left out, some twice, about one another’s things or about nothing known. */
const mangled = fc
  .tuple(story, fc.infiniteStream(fc.nat()), fc.constantFrom('id1', 'id2', 'id3', 'id4', 'gone'), fc.nat(400))
  .map(([log, numbers, other, length]) => {
    const picked = [...numbers.take(length)].map((n) => log[n % log.length]!);
    return picked.map(({ event, ...rest }, i): Recorded => ({
      ...rest,
      seq: i + 1,
      event: i % 3 === 0 ? JSON.parse(JSON.stringify(event).replaceAll(/"id\d+"/g, `"${other}"`)) : event,
    }));
  });

describe('the fold', () => {
  it('takes any events in any order', () => {
    fc.assert(
      fc.property(mangled, (log) => {
        const state = fold(log);
        assert.equal(state.seq, log.length);
        for (const run of Object.values(state.runs)) {
          evaluateGate(state, run);
          for (const { session } of expandedEight.roles)
            gateStatus(state, { session }, { run, identity: identityOf(run) }, state.updatedAt, 60_000);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('gives no seat a pass without a verdict of its own', () => {
    fc.assert(
      fc.property(mangled, (log) => {
        const state = fold(log.filter(({ event }) => event.type !== 'verdictGiven'));
        for (const run of Object.values(state.runs))
          for (const { session } of expandedEight.roles) {
            const about = { run, identity: identityOf(run) };
            assert.equal(gateStatus(state, { session }, about, state.updatedAt, 60_000).ok, false);
          }
      }),
      { numRuns: 100 },
    );
  });
});
