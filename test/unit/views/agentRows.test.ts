import assert from 'node:assert/strict';
import type { AgentInfo, AgentStatus } from '../../../src/app/ports/agents.ts';
import { agentRows } from '../../../src/app/views/agentRows.ts';
import { fill, problem } from '../../../src/base/problem.ts';

const agent = (id: string, change: Partial<AgentInfo> = {}): AgentInfo => ({
  ...{ id, name: id, family: id, sandboxedWrite: false, embedded: false, efforts: [], models: [] },
  ...change,
});
const ready: AgentStatus = { kind: 'ready', version: '1.2.3' };
const missing: AgentStatus = { kind: 'missing', problem: problem('agent.missing', 'It is not there.') };
const signedOut: AgentStatus = {
  kind: 'signed-out',
  problem: problem('agent.signedOut', '{agent} is not signed in. Run `{command}`.', { agent: 'x', command: 'x login' }),
};
const unusable: AgentStatus = { kind: 'unusable', problem: problem('agent.old', 'It is too old.') };

describe('the agents on a machine', () => {
  it('come with what each lacks, those that can work first', () => {
    const rows = agentRows(fill, [
      { agent: agent('gone'), status: missing },
      { agent: agent('broken'), status: unusable },
      { agent: agent('known'), status: signedOut },
      { agent: agent('works'), status: ready },
    ]);
    assert.deepEqual(
      rows.map(({ name, icon, words, command }) => [name, icon, words, command]),
      [
        ['works', 'pass', '1.2.3, ready', null],
        ['known', 'key', 'x is not signed in. Run `x login`.', 'x login'],
        ['broken', 'warning', 'It is too old.', null],
        ['gone', 'circle-slash', 'not installed', null],
      ],
    );
  });

  it('are no person, no rehearsal, and of those that nobody verified only what is there', () => {
    const rows = agentRows(fill, [
      { agent: agent('you', { person: true }), status: ready },
      { agent: agent('rehearsal', { embedded: true }), status: ready },
      { agent: agent('rare', { unverified: true }), status: missing },
      { agent: agent('own', { unverified: true }), status: ready },
    ]);
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['own'],
    );
  });
});
