import assert from 'node:assert/strict';
import { laneVariables } from '../../../src/protocol/laneVariables.ts';

describe('variables of lanes', () => {
  const rows: readonly (readonly [name: string, env: Readonly<Record<string, string>>, wishes: unknown])[] = [
    ['of all roles', { MAM_CLAUDE_LANE_MODEL: 'm' }, { claude: { '*': { model: 'm' } } }],
    ['of one role', { MAM_CODEX_LANE_DEEP_REVIEWER_EFFORT: 'low' }, { codex: { DEEP_REVIEWER: { effort: 'low' } } }],
    ['of the other name', { BIDMATE_CLAUDE_LANE_CI_MODEL: 'm' }, { claude: { CI: { model: 'm' } } }],
    [
      'of both names, where MAM’s counts',
      { BIDMATE_CLAUDE_LANE_MODEL: 'theirs', MAM_CLAUDE_LANE_MODEL: 'mine', BIDMATE_CLAUDE_LANE_EFFORT: 'low' },
      { claude: { '*': { model: 'mine', effort: 'low' } } },
    ],
    ['of an agent with a hyphen', { MAM_MY_AGENT_LANE_MODEL: 'm' }, { 'my-agent': { '*': { model: 'm' } } }],
    ['of codex alone', { ACTIVE_CODEX_MODEL: 'm' }, { codex: { '*': { model: 'm' } } }],
    [
      'of codex alone, below its own',
      { ACTIVE_CODEX_MODEL: 'm', MAM_CODEX_LANE_MODEL: 'n', MAM_CODEX_LANE_CI_EFFORT: 'low' },
      { codex: { '*': { model: 'n' }, CI: { effort: 'low' } } },
    ],
    ['that are empty', { MAM_CLAUDE_LANE_MODEL: '  ' }, {}],
    [
      'that are something else',
      { MAM_LANES_MODELS: '{}', MAM_LANE_KEY: 'k', MAM_LANE_MODEL: 'm', XMAM_A_LANE_MODEL: 'm' },
      {},
    ],
  ];
  for (const [name, env, wishes] of rows) it(name, () => assert.deepEqual(laneVariables(env), wishes));
});
