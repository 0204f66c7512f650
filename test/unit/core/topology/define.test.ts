import assert from 'node:assert/strict';
import { defineTopology, findTopology, type TopologyDefinition } from '../../../../src/core/topology/define.ts';
import { expandedEight, fourRole } from '../../../../src/core/topology/presets.ts';
import { shipGateOf } from '../../../../src/core/topology/shipGate.ts';

type Seat = TopologyDefinition['roles'][number];

const seat = (session: string, authority: Seat['authority'], required: Seat['required'] = 'never'): Seat => ({
  session,
  name: `The ${session}`,
  authority,
  required,
  focus: 'Look.',
});
const lead = seat('lead', 'ledger');
const author = seat('author', 'write');
const critic = seat('critic', 'read', 'always');
const team = (roles: readonly Seat[] = [lead, author, critic], id = 'trio'): TopologyDefinition => ({ id, roles });

const codeOf = (definition: TopologyDefinition): string => {
  const defined = defineTopology(definition);
  return defined.ok ? 'ok' : defined.error.code;
};

describe('a topology of one’s own', () => {
  const rows: readonly (readonly [name: string, TopologyDefinition, code: string])[] = [
    ['is taken', team(), 'ok'],
    ['may have readers that nothing waits for', team([lead, author, critic, seat('scout', 'read')]), 'ok'],
    ['needs an id', team(undefined, ''), 'topology.badId'],
    ['has an id that can name a file', team(undefined, 'a/b'), 'topology.badId'],
    ['has an id of at most 64 characters', team(undefined, 'x'.repeat(65)), 'topology.badId'],
    ['may use all 64', team(undefined, 'x'.repeat(64)), 'ok'],
    ['does not take a preset’s id', team(undefined, 'four-role'), 'topology.presetId'],
    ['names its sessions as files can be', team([lead, author, seat('a b', 'read', 'always')]), 'topology.badSession'],
    [
      'names no session as every object is',
      team([lead, author, seat('constructor', 'read', 'always')]),
      'topology.badSession',
    ],
    ['names each session once', team([lead, author, critic, seat('critic', 'read')]), 'topology.sessionTwice'],
    ['counts case as no difference', team([lead, author, critic, seat('Critic', 'read')]), 'topology.sessionTwice'],
    ['needs a writer', team([lead, critic]), 'topology.writers'],
    ['has one writer only', team([lead, author, critic, seat('second', 'write')]), 'topology.writers'],
    ['needs a seat that holds the ledger', team([author, critic]), 'topology.ledgers'],
    ['has one of them only', team([lead, author, critic, seat('second', 'ledger')]), 'topology.ledgers'],
    ['lets no writer judge itself', team([lead, seat('author', 'write', 'always'), critic]), 'topology.requiredWriter'],
    [
      'lets no ledger seat judge',
      team([seat('lead', 'ledger', 'load-bearing'), author, critic]),
      'topology.requiredWriter',
    ],
    ['needs a required review', team([lead, author, seat('critic', 'read')]), 'topology.noReviewer'],
    ['needs one for every change', team([lead, author, seat('critic', 'read', 'load-bearing')]), 'topology.noReviewer'],
    ['has roles', team([]), 'topology.writers'],
  ];
  for (const [name, definition, code] of rows) it(name, () => assert.equal(codeOf(definition), code));

  it('gets its gates by what its seats may do', () => {
    const defined = defineTopology(
      team([lead, author, critic, seat('deep', 'read', 'load-bearing'), seat('scout', 'read')]),
    );
    assert.deepEqual(defined.ok && defined.value.roles.map((role) => role.shipGate), [
      'control-plane',
      'lease-owner',
      'blocking',
      'blocking',
      'non-blocking',
    ]);
  });

  it('counts for shipping as a preset of the same seats would', () => {
    for (const role of [...fourRole.roles, ...expandedEight.roles]) assert.equal(role.shipGate, shipGateOf(role));
  });
});

describe('findTopology', () => {
  const codeFor = (id: string, own: readonly TopologyDefinition[]): string => {
    const found = findTopology(id, own);
    return found.ok ? found.value.id : found.error.code;
  };
  const rows: readonly (readonly [id: string, own: readonly TopologyDefinition[], result: string])[] = [
    ['four-role', [], 'four-role'],
    ['expanded-eight', [team()], 'expanded-eight'],
    ['trio', [team(), team(undefined, 'other')], 'trio'],
    ['trio', [], 'topology.unknown'],
    ['Four-Role', [], 'topology.unknown'],
    ['trio', [team(), team()], 'topology.twice'],
    ['trio', [team([lead, critic])], 'topology.writers'],
    ['four-role', [team(undefined, 'four-role')], 'four-role'],
  ];
  for (const [id, own, result] of rows)
    it(`gives ${result} for ${id} among ${own.length} of one’s own`, () => assert.equal(codeFor(id, own), result));

  it('names those that are known', () => {
    const found = findTopology('x', [team()]);
    assert.deepEqual(!found.ok && found.error.params, { topology: 'x', known: 'four-role, expanded-eight, trio' });
  });
});
