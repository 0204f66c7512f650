import assert from 'node:assert/strict';
import { chooseModel, type ModelSeat, type ModelSources } from '../../../../src/core/model/choose.ts';
import { ownersOf } from '../../../../src/core/model/owners.ts';
import { strangeRoles, strangeSeats } from '../../../../src/core/model/strangers.ts';
import { topologies } from '../../../../src/core/topology/presets.ts';
import { roleToken } from '../../../../src/core/model/roleToken.ts';
import type { ModelTraits } from '../../../../src/core/model/types.ts';
import { usualStrongModels } from '../../../../src/core/model/usualModels.ts';

const claude: ModelTraits = {
  id: 'claude',
  name: 'Claude Code',
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  effortSince: '2.1.150',
  effortCap: 'high',
};
const codex: ModelTraits = {
  id: 'codex',
  name: 'Codex',
  efforts: ['minimal', 'low', 'medium', 'high', 'xhigh'],
  ownReadEffort: true,
};
const other: ModelTraits = { id: 'other', name: 'Other', efforts: [] };

const sources = (changes: Partial<ModelSources> = {}): ModelSources => ({
  settings: {},
  environment: {},
  strongModels: usualStrongModels,
  ...changes,
});
const seat = (agent: ModelTraits, name: string, changes: Partial<ModelSeat> = {}): ModelSeat => ({
  role: { session: name.toLowerCase(), name },
  access: name === 'Implementer' ? 'write' : 'read',
  agent,
  version: '2.1.332',
  ...changes,
});
const chosen = (one: ModelSeat, from: ModelSources = sources()): string => {
  const choice = chooseModel(one, from);
  return choice.ok ? `${choice.value.model ?? '-'} ${choice.value.effort ?? '-'}` : choice.error.code;
};

describe('the model and the effort of a lane', () => {
  const table: readonly (readonly [role: string, claude: string, codex: string])[] = [
    ['Planner / Issue Triage', 'claude-opus-4-8 xhigh', 'gpt-5.5 high'],
    ['Reviewer', 'claude-opus-4-8 xhigh', 'gpt-5.5 high'],
    ['Deep Reviewer', 'claude-opus-4-8 xhigh', 'gpt-5.5 high'],
    ['CI / Regression Auditor', 'claude-sonnet-4-6 medium', 'gpt-5.4-mini medium'],
    ['CI/Eval Auditor', 'claude-sonnet-4-6 medium', 'gpt-5.4-mini medium'],
    ['Eval / Claim / Privacy Auditor', 'claude-sonnet-4-6 medium', 'gpt-5.4-mini medium'],
    ['Experiment Scout', 'claude-sonnet-4-6 medium', 'gpt-5.4-mini medium'],
    ['Implementer', 'claude-sonnet-4-6 medium', 'gpt-5.5 high'],
    ['Translator', 'claude-sonnet-4-6 medium', 'gpt-5.5 high'],
  ];
  for (const [role, withClaude, withCodex] of table)
    it(`is that of the table for ${role}`, () => {
      assert.equal(chosen(seat(claude, role)), withClaude);
      assert.equal(chosen(seat(codex, role, { access: 'write' })), withCodex);
      assert.equal(chosen(seat(codex, role, { access: 'read' })), withCodex.replace(/ .*/, ' -'));
      assert.equal(chosen(seat(other, role)), '- -');
    });

  const efforts: readonly (readonly [model: string, effort: string, version: string | null, expected: string])[] = [
    ['claude-sonnet-4-6', 'xhigh', '2.1.332', 'high'],
    ['claude-sonnet-4-6', 'max', '2.1.332', 'high'],
    ['claude-sonnet-4-6', 'high', '2.1.332', 'high'],
    ['claude-sonnet-4-6', 'low', '2.1.332', 'low'],
    ['claude-opus-4-8', 'max', '2.1.332', 'max'],
    ['claude-opus-4-7', 'xhigh', '2.1.332', 'xhigh'],
    ['', 'max', '2.1.332', 'high'],
    ['claude-opus-4-8', 'max', '2.1.149', '-'],
    ['claude-opus-4-8', 'max', '2.1.150', 'max'],
    ['claude-opus-4-8', 'max', '2.2.0', 'max'],
    ['claude-opus-4-8', 'max', null, 'max'],
    ['claude-opus-4-8', 'turbo', '2.1.332', 'model.effortUnknown'],
    ['claude-opus-4-8', '', '2.1.332', '-'],
    ['--mcp-config', 'low', '2.1.332', 'model.invalid'],
    ['a b', 'low', '2.1.332', 'model.invalid'],
  ];
  for (const [model, effort, version, expected] of efforts)
    it(`is ${expected} for “${effort}” with “${model}” of ${version ?? 'an unknown version'}`, () => {
      const settings = { claude: { '*': { model, effort } } };
      assert.equal(
        chosen(seat(claude, 'Reviewer', { version }), sources({ settings }))
          .split(' ')
          .at(-1),
        expected,
      );
    });

  it('may be strong for models of one’s own', () => {
    const settings = { claude: { '*': { model: 'claude-next', effort: 'max' } } };
    const strongModels = ['claude-next'];
    assert.equal(chosen(seat(claude, 'Reviewer'), sources({ settings, strongModels })), 'claude-next max');
  });

  it('comes from the role’s variable before the lane’s, and from that before the table', () => {
    const lane = { '*': { model: 'lane-model' } };
    const role = { REVIEWER: { model: 'role-model' } };
    const model = (environment: ModelSources['environment']): string =>
      chosen(seat(claude, 'Reviewer'), sources({ environment })).replace(/ .*/, '');
    assert.equal(model({ claude: { ...lane, ...role } }), 'role-model');
    assert.equal(model({ claude: lane }), 'lane-model');
    assert.equal(model({ codex: lane }), 'claude-opus-4-8');
    assert.equal(model({ claude: { DEEP_REVIEWER: { model: 'x' } } }), 'claude-opus-4-8');
  });

  it('comes from any setting before any variable, the model and the effort each by itself', () => {
    const environment = { claude: { REVIEWER: { model: 'role-model', effort: 'low' } } };
    const settings = { claude: { '*': { model: 'set-model' } } };
    assert.equal(chosen(seat(claude, 'Reviewer'), sources({ settings, environment })), 'set-model low');
  });

  it('comes from the session’s entry before its role’s', () => {
    const settings = { claude: { reviewer: { model: 'a' }, Reviewer: { model: 'b' }, '*': { model: 'c' } } };
    assert.equal(chosen(seat(claude, 'Reviewer'), sources({ settings })), 'a high');
  });

  it('lets a codex reader have an effort that somebody named', () => {
    const environment = { codex: { '*': { effort: 'low' } } };
    assert.equal(chosen(seat(codex, 'Reviewer'), sources({ environment })), 'gpt-5.5 low');
  });

  it('is left to the CLI by an empty text, whatever lower sources say', () => {
    const settings = { codex: { '*': { model: '', effort: '' } } };
    const environment = { codex: { '*': { model: 'x', effort: 'low' } } };
    assert.equal(chosen(seat(codex, 'Implementer'), sources({ settings, environment })), '- -');
  });
});

describe('the short form of a role', () => {
  for (const [name, token] of [
    ['Planner / Issue Triage', 'PLANNER'],
    ['CI / Regression Auditor', 'CI'],
    ['CI/Eval Auditor', 'CI'],
    ['Eval / Claim / Privacy Auditor', 'EVAL'],
    ['Deep Reviewer', 'DEEP_REVIEWER'],
    ['Experiment Scout', 'EXPERIMENT_SCOUT'],
    ['Implementer', 'IMPLEMENTER'],
  ] as const)
    it(`of ${name} is ${token}`, () => assert.equal(roleToken(name), token));
});

describe('a model’s name', () => {
  const agents = [
    { id: 'codex', models: [''] },
    { id: 'claude', models: ['claude-'] },
    { id: 'gemini', models: ['gemini-'] },
    { id: 'human', models: [] },
  ];
  for (const [model, owners] of [
    ['claude-opus-4-8', ['claude']],
    ['gemini-3-pro', ['gemini']],
    ['gpt-5.5', ['codex']],
    ['claude', ['codex']],
  ] as const)
    it(`${model} belongs to ${owners.join()}`, () => assert.deepEqual(ownersOf(model, agents), owners));

  it('belongs to nobody where no agent takes names', () => assert.deepEqual(ownersOf('x', []), []));
});

describe('names that no team has', () => {
  it('are told, whether a session or a role was meant', () => {
    const agents = { '*': 'auto', reviewer: 'codex', reviewr: 'codex' };
    assert.deepEqual(strangeSeats(topologies, agents), ['reviewr']);
    const wishes = {
      claude: { '*': {}, 'deep-reviewer': {}, 'Deep Reviewer': {}, CI: {}, EVAL: {}, Reviewr: {} },
      codex: { Reviewr: {}, 'CI / Regression Auditor': {}, PILOT: {} },
    };
    assert.deepEqual(strangeRoles(topologies, wishes), ['Reviewr', 'PILOT']);
  });
});
