import assert from 'node:assert/strict';
import { fill, problem } from '../../../src/base/problem.ts';
import type { AgentInfo, AgentStatus } from '../../../src/app/ports/agents.ts';
import { createLoopOptions, type StartRequest } from '../../../src/app/loopOptions.ts';
import { placesOf } from '../../../src/app/places.ts';
import type { ModelWishes } from '../../../src/core/model/types.ts';
import type { Settings } from '../../../src/protocol/settings.ts';
import { settingsWith } from '../../builders/settings.ts';
import { FakeAgents } from '../../fakes/fakeAgents.ts';

const places = placesOf({ controlRoot: '/repo', commonDir: '/repo/.git' });
const missing: AgentStatus = { kind: 'missing', problem: problem('agent.missing', 'Not installed.') };
const signedOut: AgentStatus = { kind: 'signed-out', problem: problem('agent.signedOut', 'Signed out.') };

interface Given {
  readonly request?: Partial<StartRequest>;
  readonly settings?: Partial<Settings>;
  readonly status?: Readonly<Record<string, AgentStatus>>;
  readonly agents?: readonly AgentInfo[];
  readonly environment?: ModelWishes;
}

async function optionsFor({ request = {}, settings = {}, status = {}, agents, environment = {} }: Given) {
  const fake = agents ? new FakeAgents(agents) : new FakeAgents();
  for (const [agent, one] of Object.entries(status)) fake.set(agent, one);
  const all = { tasks: null, limit: 1, only: null, agents: {}, claims: {}, allowedChecks: [], ...request };
  const made = await createLoopOptions(all, settingsWith(settings), fake, places, environment);
  return { made, probed: fake.probed };
}

const own: AgentInfo = {
  id: 'own',
  name: 'Own',
  family: 'own',
  sandboxedWrite: false,
  unverified: true,
  looseReader: true,
  embedded: false,
  efforts: [],
  models: [],
};
const { unverified: _unverified, looseReader: _looseReader, ...plain } = own;
const human: AgentInfo = { ...plain, id: 'human', name: 'Person', sandboxedWrite: true, person: true };
/** Beside the usual ones, a person and a command that nobody tried. */
const many: readonly AgentInfo[] = [own, human, ...new FakeAgents().list()];

const seats = (writer: string, reader: string) => ({
  implementer: writer,
  reviewer: reader,
  'ci-eval-auditor': reader,
});

describe('the options of a loop', () => {
  const good: readonly (readonly [name: string, Given, agents: Readonly<Record<string, string>>])[] = [
    ['let the sandboxed agent write and the other one read', {}, seats('codex', 'claude')],
    ['do with the only one that is there', { status: { claude: missing } }, seats('codex', 'codex')],
    ['keep to the agents that were asked for', { request: { only: ['codex'] } }, seats('codex', 'codex')],
    [
      'take the rehearsal agent only when asked for',
      { request: { only: ['rehearsal'] } },
      seats('rehearsal', 'rehearsal'),
    ],
    [
      'let a setting choose a seat',
      { settings: { 'mam.agents': { reviewer: 'codex' } } },
      { ...seats('codex', 'claude'), reviewer: 'codex' },
    ],
    [
      'let a start choose over a setting',
      { settings: { 'mam.agents': { reviewer: 'codex' } }, request: { agents: { reviewer: 'claude' } } },
      seats('codex', 'claude'),
    ],
    ['take neither a person nor an untried command by themselves', { agents: many }, seats('codex', 'claude')],
    [
      'take both where a person chose them',
      {
        agents: many,
        request: { agents: { reviewer: 'own', implementer: 'human' } },
        settings: { 'mam.agents.fullAccess': ['own'] },
      },
      { implementer: 'human', reviewer: 'own', 'ci-eval-auditor': 'codex' },
    ],
    [
      'let an agent without a sandbox write once a person allowed it',
      { status: { codex: missing }, settings: { 'mam.agents.fullAccess': ['claude'] } },
      seats('claude', 'claude'),
    ],
  ];
  for (const [name, given, agents] of good)
    it(name, async () => {
      const { made } = await optionsFor({ ...given, settings: { 'mam.topology': 'four-role', ...given.settings } });
      assert.ok(made.ok, made.ok ? '' : made.error.code);
      assert.deepEqual(made.value.agents, agents);
    });

  for (const [what, settings, status, seconds, mayRun] of [
    ['give nobody a second look by themselves', {}, {}, undefined, undefined],
    [
      'give each reviewer a second look of another family',
      { 'mam.review.dualLane': true },
      {},
      { codex: 'claude', claude: 'codex' },
      undefined,
    ],
    ['give none where there is no other', { 'mam.review.dualLane': true }, { claude: missing }, undefined, undefined],
    ['let reviewers run checks once a person said so', { 'mam.review.mayRunChecks': true }, {}, undefined, true],
  ] as const)
    it(what, async () => {
      const { made } = await optionsFor({ settings, status });
      assert.ok(made.ok);
      assert.deepEqual([made.value.seconds, made.value.reviewersMayRun], [seconds, mayRun]);
    });

  it('seat a required reviewer for each lens, of another family than the writer', async () => {
    const { made } = await optionsFor({ settings: { 'mam.review.lenses': ['tests', 'security'] } });
    assert.ok(made.ok);
    const lenses = made.value.topology.roles.filter(
      (role) => role.session.endsWith('-reviewer') && role.name !== 'Deep Reviewer',
    );
    assert.deepEqual(
      lenses.map((role) => [role.session, role.required, role.authority, role.shipGate]),
      [
        ['tests-reviewer', 'always', 'read', 'blocking'],
        ['security-reviewer', 'always', 'read', 'blocking'],
      ],
    );
    assert.deepEqual(
      lenses.map((role) => made.value.agents[role.session]),
      ['claude', 'claude'],
    );
  });

  it('let no person review their own work', async () => {
    const { made } = await optionsFor({
      agents: many,
      settings: { 'mam.topology': 'four-role' },
      request: { agents: { implementer: 'human', reviewer: 'human' } },
    });
    assert.equal(!made.ok && made.error.code, 'review.ownWork');
  });

  it('know a person in a seat also where other agents were named for the rest', async () => {
    const { made } = await optionsFor({
      agents: many,
      settings: { 'mam.topology': 'four-role' },
      request: { only: ['rehearsal'], agents: { reviewer: 'human' } },
    });
    assert.ok(made.ok);
    assert.deepEqual(
      [made.value.people, made.value.agents],
      [['human'], { implementer: 'rehearsal', reviewer: 'human', 'ci-eval-auditor': 'rehearsal' }],
    );
  });

  it('leave seats to the mix among the agents that are ready, with a model for each', async () => {
    const settings = { 'mam.topology': 'four-role', 'mam.agents': { '*': 'auto', reviewer: 'claude' } };
    const { made } = await optionsFor({ settings });
    assert.ok(made.ok);
    assert.deepEqual(made.value.auto, { implementer: ['codex'], 'ci-eval-auditor': ['codex', 'claude'] });
    assert.deepEqual(made.value.agents['reviewer'], 'claude');
    assert.deepEqual(Object.keys(made.value.models['ci-eval-auditor'] ?? {}), ['codex', 'claude']);
    const alone = await optionsFor({ settings: { 'mam.agents': { '*': 'auto' } }, status: { codex: signedOut } });
    assert.equal(!alone.made.ok && alone.made.error.code, 'agent.needsFullAccess');
  });

  it('name the model of each seat, from the settings, the environment and the installed version', async () => {
    const modelsOf = async (given: Given) => {
      const { made } = await optionsFor({ ...given, settings: { 'mam.topology': 'four-role', ...given.settings } });
      assert.ok(made.ok, made.ok ? '' : made.error.code);
      return { writer: made.value.models['implementer']?.['codex'], reader: made.value.models['reviewer']?.['claude'] };
    };
    const old: AgentStatus = { kind: 'ready', version: '2.1.149' };
    assert.deepEqual(await modelsOf({ status: { claude: old } }), {
      writer: { model: 'gpt-5.5', effort: 'high' },
      reader: { model: 'claude-opus-4-8', effort: null },
    });
    const given = {
      environment: { claude: { REVIEWER: { model: 'theirs', effort: 'low' } } },
      settings: { 'mam.lanes.models': { claude: { reviewer: { model: 'mine' } } } },
      status: { claude: { kind: 'ready', version: '2.1.150' } },
    } as const;
    assert.deepEqual((await modelsOf(given)).reader, { model: 'mine', effort: 'low' });
    const { made } = await optionsFor({ settings: { 'mam.lanes.models': { claude: { '*': { effort: 'x' } } } } });
    assert.equal(!made.ok && made.error.code, 'model.effortUnknown');
  });

  const bad: readonly (readonly [name: string, Given, code: string])[] = [
    ['an agent without a sandbox that would write', { status: { codex: missing } }, 'agent.needsFullAccess'],
    ['a chosen writer without a sandbox', { request: { agents: { implementer: 'claude' } } }, 'agent.needsFullAccess'],
    ['an agent that nobody knows', { request: { only: ['gemini'] } }, 'agent.unknown'],
    ['a seat for an agent that nobody knows', { settings: { 'mam.agents': { reviewer: 'gemini' } } }, 'agent.unknown'],
    [
      'an agent asked for by name that is missing',
      { request: { only: ['codex', 'claude'] }, status: { claude: missing } },
      'agent.missing',
    ],
    [
      'a seat for an agent that is signed out',
      { request: { agents: { reviewer: 'claude' } }, status: { claude: signedOut } },
      'agent.signedOut',
    ],
    [
      'a reader that nothing keeps from writing',
      { agents: many, request: { agents: { reviewer: 'own' } } },
      'agent.readerNeedsFullAccess',
    ],
    ['a machine where none is ready', { status: { codex: signedOut, claude: missing } }, 'agent.none'],
    ['a program without agents', { agents: [] }, 'agent.none'],
  ];
  for (const [name, given, code] of bad)
    it(`refuse ${name}`, async () => {
      const { made } = await optionsFor(given);
      assert.equal(!made.ok && made.error.code, code);
    });

  it('name every agent that is not there, and why', async () => {
    const said = async (codex: AgentStatus, claude: AgentStatus): Promise<string> => {
      const { made } = await optionsFor({ status: { codex, claude } });
      assert.ok(!made.ok);
      return fill(made.error.text, made.error.params);
    };
    const gone = (names: string): AgentStatus => ({
      kind: 'missing',
      problem: problem('agent.missing', 'x', { names }),
    });
    const out: AgentStatus = { kind: 'signed-out', problem: problem('agent.out', 'x', { command: 'codex login' }) };
    assert.match(
      await said(gone('codex'), gone('claude')),
      /Not on the PATH: Codex \(codex\), Claude\w* ?\w* \(claude\)\./,
    );
    assert.match(await said(out, gone('claude')), /: Codex \(codex login\)\. Not on the PATH: Claude.* \(claude\)\./);
    assert.match(await said(out, signedOut), /: Codex \(codex login\), Claude[^.]*\. Mend .*--agents rehearsal/);
  });

  it('name the people among them, for whom no program is started', async () => {
    const { made } = await optionsFor({ agents: many, request: { agents: { reviewer: 'human' } } });
    assert.deepEqual(made.ok && made.value.people, ['human']);
  });

  it('seat nobody of the settings where only the rehearsal agent is to work', async () => {
    const request = { only: ['rehearsal'], ignoresSeats: true } as const;
    const { made } = await optionsFor({ request, settings: { 'mam.agents': { '*': 'codex' } } });
    assert.deepEqual([...new Set(Object.values(made.ok ? made.value.agents : {}))], ['rehearsal']);
  });

  it('never even look for the rehearsal agent by themselves', async () => {
    const { probed } = await optionsFor({});
    assert.deepEqual(probed, ['codex', 'claude']);
  });

  it('take everything else from the settings, in the units of the core', async () => {
    const { made } = await optionsFor({
      request: { tasks: ['T-2026-0001'], limit: null, allowedChecks: [['make', 'x']] },
      settings: {
        'mam.topology': 'expanded-eight',
        'mam.loop.maxRounds': 5,
        'mam.lanes.timeoutMinutes': 7,
        'mam.checks.allowed': [['npm', 'test']],
        'mam.checks.required': false,
        'mam.leases.contextPaths': ['notes/**'],
        'mam.loadBearing': ['src/core/**'],
        'mam.worktrees.links': ['node_modules'],
        'mam.worktrees.setUp': [['make', 'ready']],
        'mam.worktrees.setUpMinutes': 3,
      },
    });
    assert.partialDeepStrictEqual(made.ok && made.value, {
      topology: { id: 'expanded-eight' },
      families: { claude: 'anthropic', codex: 'openai' },
      tasks: ['T-2026-0001'],
      maxRounds: 5,
      laneTimeoutMs: 420_000,
      checkTimeoutMs: 420_000,
      leaseTtlMs: 1_800_000,
      contextPaths: ['notes/**'],
      allowedChecks: [
        ['npm', 'test'],
        ['make', 'x'],
      ],
      checksRequired: false,
      loadBearing: ['src/core/**'],
      setUp: { links: ['node_modules'], commands: [['make', 'ready']], timeoutMs: 180_000 },
      steps: { protectTests: true },
      worktreesRoot: '/repo/.claude/worktrees',
      portRange: { first: 21_000, count: 10 },
    });
  });

  const roots: readonly (readonly [setting: string, root: string])[] = [
    ['wt', '/repo/wt'],
    ['/elsewhere/wt', '/elsewhere/wt'],
    ['C:\\wt', 'C:\\wt'],
    ['../beside', '/repo/../beside'],
  ];
  for (const [setting, root] of roots)
    it(`put worktrees of ${setting} into ${root}`, async () => {
      const { made } = await optionsFor({ settings: { 'mam.worktrees.root': setting } });
      assert.equal(made.ok && made.value.worktreesRoot, root);
    });
});
