import assert from 'node:assert/strict';
import { hideLater, excludeOwnFolders } from '../../../../src/app/ledgerGuard.ts';
import { launchTeam } from '../../../../src/app/effects/launchTeam.ts';
import { pollTeam } from '../../../../src/app/effects/pollTeam.ts';
import { publishTeam } from '../../../../src/app/effects/publishTeam.ts';
import { shutdownTeam } from '../../../../src/app/effects/shutdownTeam.ts';
import type { EffectContext } from '../../../../src/app/effects/handler.ts';
import { placesOf } from '../../../../src/app/places.ts';
import { problem } from '../../../../src/base/problem.ts';
import { err, ok } from '../../../../src/base/result.ts';
import { teamText } from '../../../../src/app/team/teamText.ts';
import { omcEnvironment } from '../../../../src/adapters/omc/environment.ts';
import { readPlacedText } from '../../../../src/protocol/agents/placedText.ts';
import { readTeamServer } from '../../../../src/protocol/agents/teamServer.ts';
import { privacy as withoutRules } from '../../../builders/privacy.ts';
import { teamPlan } from '../../../builders/team.ts';
import { FakeTeams } from '../../../fakes/fakeTeams.ts';
import { ManualClock } from '../../../fakes/manualClock.ts';
import { createMemoryFiles } from '../../../fakes/memoryFiles.ts';

const places = placesOf({ controlRoot: '/repo', commonDir: '/repo/.git' });
const own = `${places.ledger}/omc_runs/omc-team`;
const never = new AbortController().signal;
const broken = problem('files.denied', 'It can’t be written.');
const codes = (list: readonly { readonly code: string }[]): readonly string[] => list.map((one) => one.code);

/** What the handlers of a team see, with one team that runs. */
function scene(tracked: readonly string[] = []) {
  const files = createMemoryFiles();
  const teams = new FakeTeams();
  const team = {
    ...teamPlan(),
    id: 't',
    name: 'alpha',
    patches: null,
    startedAt: '2025-01-01T00:00:00Z',
  };
  // Only what the handlers of a team use.
  const context: EffectContext = Object.assign(Object.create(null), {
    files,
    teams,
    places,
    git: { tracked: async () => ok(tracked) },
    clock: new ManualClock(),
    privacy: () => withoutRules,
    awakeMs: () => 0,
    watch: { begin: async () => null, look: async () => undefined },
    state: () => ({ teams: { t: team }, seq: 1 }),
  });
  return { files, teams, context };
}

describe('what the steps of a team do', () => {
  const clear = { kind: 'publishTeam', id: 't/clear', run: 't', stage: 'clear' } as const;
  const shutdown = { kind: 'shutdownTeam', id: 't/shutdown', run: 't' } as const;
  const launch = { kind: 'launchTeam', id: 't/launch', run: 't' } as const;

  it('puts the proposals of an earlier team aside', async () => {
    const { files, context } = scene();
    files.edit(`${own}/worker-0/patch_artifact.json`, '{"verdict":"proposed"}');
    const done = await publishTeam(clear, context, never);
    assert.deepEqual(done, { kind: 'publishTeam', warnings: [] });
    assert.equal(files.texts.has(`${own}/worker-0/patch_artifact.json`), false);
    assert.ok(files.texts.has(`${places.teams}/t/earlier/worker-0/patch_artifact.json`));
  });

  it('says that one counts no more where it can’t be put aside', async () => {
    const { files, context } = scene();
    files.edit(`${own}/worker-0/patch_artifact.json`, '{"verdict":"proposed"}');
    files.edit(`${places.teams}/t/earlier/worker-0`, 'in the way');
    const done = await publishTeam(clear, context, never);
    assert.deepEqual(done.kind === 'publishTeam' && codes(done.warnings), ['omc.notPutAside']);
    assert.match(files.texts.get(`${own}/worker-0/patch_artifact.json`) ?? '', /"verdict": "blocked"/);
  });

  it('starts nothing where one can be neither put aside nor written over', async () => {
    const { files, context } = scene();
    files.edit(`${own}/worker-0/patch_artifact.json`, '{"verdict":"proposed"}');
    files.edit(`${places.teams}/t/earlier/worker-0`, 'in the way');
    files.broken.set(`${own}/worker-0/patch_artifact.json`, broken);
    const done = await publishTeam(clear, context, never);
    assert.equal(done.kind === 'failed' && done.problem.code, 'omc.evict');
  });

  it('starts nothing where its own place can’t be written', async () => {
    const { files, context } = scene();
    files.broken.set(`${own}/patch_artifact.json`, broken);
    const done = await publishTeam(clear, context, never);
    assert.equal(done.kind === 'failed' && done.problem.code, 'omc.evict');
  });

  for (const [what, spentMs, wanted] of [
    ['in time', 10, 'failed'],
    ['as its time ran out', 5000, 'pollTeam'],
  ] as const)
    it(`takes a look that failed ${what} for what it is`, async () => {
      const { teams, context } = scene();
      let now = 0;
      teams.summary = async () => {
        now += spentMs;
        return err(broken);
      };
      const poll = { kind: 'pollTeam', id: 't/poll/1', run: 't', untilAwake: 5000 } as const;
      assert.equal((await pollTeam(poll, { ...context, awakeMs: () => now }, never)).kind, wanted);
    });

  const terminals = { socket: '/tmp/o-a-b-00000000.sock', pid: 7, session: 'omc-team-alpha-x' };
  for (const [what, fails, stays, asked, warned] of [
    ['by itself', 0, false, ['shutdown alpha', 'end omc-team-alpha-x'], []],
    ['by force', 1, false, ['shutdown alpha', 'shutdown alpha --force', 'end omc-team-alpha-x'], ['omc.shutdown']],
    [
      'with its terminals',
      2,
      false,
      ['shutdown alpha', 'shutdown alpha --force', 'end omc-team-alpha-x'],
      ['omc.shutdown', 'omc.kept'],
    ],
    [
      'in no way',
      2,
      true,
      ['shutdown alpha', 'shutdown alpha --force', 'end omc-team-alpha-x'],
      ['omc.shutdown', 'omc.stillRunning'],
    ],
  ] as const)
    it(`tells of a team that ends ${what}`, async () => {
      const { teams, context } = scene();
      Object.assign(teams, { known: ['alpha'], terminals, shutdownFails: fails, terminalsStay: stays });
      const done = await shutdownTeam(shutdown, context, never);
      assert.deepEqual([teams.asked, done.kind === 'shutdownTeam' && codes(done.warnings)], [asked, warned]);
    });

  it('keeps what omc leaves out of git status before it starts, unless git tracks any of it', async () => {
    const hidden = scene();
    assert.equal((await launchTeam(launch, hidden.context, never)).kind, 'launchTeam');
    assert.match(hidden.files.texts.get(places.exclude) ?? '', /^\/\.omc\/$/m);
    const tracked = scene(['.omc/own.md']);
    assert.equal((await launchTeam(launch, tracked.context, never)).kind, 'launchTeam');
    assert.equal(tracked.files.texts.get(places.exclude), undefined);
  });

  it('starts nothing where git can’t be told', async () => {
    const { files, teams, context } = scene();
    files.broken.set(places.exclude, broken);
    assert.equal((await launchTeam(launch, context, never)).kind, 'failed');
    assert.deepEqual(teams.asked, []);
  });

  const told = async (teams: FakeTeams, context: EffectContext) => {
    const done = await launchTeam(launch, context, never);
    return [done.kind === 'launchTeam' ? done.name : done.kind === 'failed' && done.problem.code, teams.asked];
  };
  const asked = ['launch 1:claude'];
  for (const [what, plan, meanwhile, wanted] of [
    ['it names', { known: ['active'] }, ['theirs'], 'alpha'],
    ['it does not name and that shows', { known: ['active'], isSilent: true }, [], 'alpha'],
    ['it does not name, beside a person’s', { isSilent: true }, ['theirs'], 'omc.launchLost'],
    ['it neither names nor shows', { isSilent: true, isHidden: true }, [], 'active'],
    [
      'it neither names nor shows beside one of the usual name',
      { isSilent: true, name: 'active', known: ['active'] },
      [],
      'omc.launchLost',
    ],
    ['it could start in part only', { launchFails: 'part' }, [], 'alpha'],
    ['it could start in part only, beside a person’s', { launchFails: 'part' }, ['theirs'], 'omc.launchLost'],
    ['it could not start', { launchFails: 'all', known: ['active'] }, [], 'omc.launch'],
  ] as const)
    it(`goes on only with a team that surely is its own: one that ${what}`, async () => {
      const { teams, context } = scene();
      Object.assign(teams, plan, { known: 'known' in plan ? [...plan.known] : [] });
      teams.onLaunch = () => teams.known.push(...meanwhile);
      assert.deepEqual(await told(teams, context), [wanted, asked]);
    });

  for (const [what, plan] of [
    ['does not name', { isSilent: true }],
    ['could not start', { launchFails: 'all' }],
  ] as const)
    it(`takes none for its own where nobody can tell which there are: one that omc ${what}`, async () => {
      const { teams, context } = scene();
      Object.assign(teams, plan);
      teams.onLaunch = () => void (teams.isUnlisted = true);
      assert.deepEqual(await told(teams, context), ['omc.launchLost', asked]);
    });

  it('starts nothing where nobody can tell which teams there are', async () => {
    const { teams, files, context } = scene();
    teams.isUnlisted = true;
    assert.deepEqual(await told(teams, context), ['omc.unlisted', []]);
    assert.equal(files.texts.has(`${places.teams}/t/before.json`), false, 'so that the next try is a first one');
  });

  for (const [what, plan, wanted] of [
    ['the only new one', { known: ['old', 'mine'] }, 'mine'],
    ['none of two', { known: ['old', 'mine', 'theirs'] }, 'omc.launchLost'],
    ['none where they can’t be listed', { known: ['old', 'mine'], isUnlisted: true }, 'omc.launchLost'],
  ] as const)
    it(`finds the team that a killed host began to start: ${what}`, async () => {
      const { teams, files, context } = scene();
      const clock = new ManualClock();
      Object.assign(teams, plan);
      files.edit(`${places.teams}/t/before.json`, '["old"]');
      const done = told(teams, { ...context, clock });
      await clock.advance(20_000);
      assert.deepEqual(await done, [wanted, []]);
    });

  it('keeps that line in the block, once, beside a person’s own', async () => {
    const { files, context } = scene();
    files.edit(places.exclude, '*.mine\n');
    const hide = (): Promise<unknown> => hideLater('.omc', { files, git: context.git, places });
    await excludeOwnFolders(files, places, '.worktrees');
    await hide();
    const text = files.texts.get(places.exclude);
    assert.match(text ?? '', /^\*\.mine\n# BEGIN MAM\n[^#]*\/\.omc\/\n# END MAM\n?$/);
    await hide();
    await excludeOwnFolders(files, places, '.worktrees');
    assert.equal(files.texts.get(places.exclude), text);
  });
});

describe('what is read and told of a team', () => {
  const role = { session: 'implementer', name: 'Implementer' };

  it('refuses a text that no command takes', () => {
    const of = (length: number) => teamText([role], () => 'a '.repeat(length / 2), withoutRules);
    assert.deepEqual(codes(of(60_000).problems), ['omc.textTooLong']);
    assert.deepEqual(codes(of(30_000).problems), []);
  });

  it('gives omc a list of variables and no other, and always checkouts of their own for its workers', () => {
    const given = omcEnvironment({
      PATH: '/bin',
      LANG: 'de_DE.UTF-8',
      ANTHROPIC_API_KEY: 'k',
      GITHUB_TOKEN: 't',
      SSH_AUTH_SOCK: '/s',
      OMC_TEAM_WORKTREE_MODE: 'disabled',
      NODE_OPTIONS: '--require x',
    });
    assert.deepEqual(given, {
      PATH: '/bin',
      LANG: 'de_DE.UTF-8',
      MAM_LANE: 'omc-team',
      OMC_TEAM_WORKTREE_MODE: 'branch',
    });
    assert.equal(omcEnvironment({ LANG: 'C' })['LC_ALL'], 'C.UTF-8');
  });

  const config = (change: object = {}): string =>
    JSON.stringify({
      name: 'alpha',
      tmux_session: 'omc-team-alpha-mx2:0',
      tmux_server_identity: { socket_path: '/tmp/o-fkk-mx2yagvu-a5ed874e.sock', server_pid: 20425 },
      ...change,
    });
  it('knows the terminals that omc opened for a team', () => {
    assert.deepEqual(readTeamServer(config(), 'alpha'), {
      socket: '/tmp/o-fkk-mx2yagvu-a5ed874e.sock',
      pid: 20425,
      session: 'omc-team-alpha-mx2',
    });
  });
  for (const [what, text] of [
    ['a person’s own tmux', config({ tmux_server_identity: { socket_path: '/tmp/tmux-0/default', server_pid: 9 } })],
    [
      'another place',
      config({ tmux_server_identity: { socket_path: '/tmp/o-a-b-a5ed874e.sock/../x', server_pid: 9 } }),
    ],
    ['another team', config({ name: 'beta' })],
    ['another session', config({ tmux_session: 'main:0' })],
    ['no server', config({ tmux_server_identity: undefined })],
    ['half a file', config().slice(0, 40)],
  ] as const)
    it(`takes ${what} for none of them`, () => {
      assert.equal(readTeamServer(text, 'alpha'), null);
    });

  const record = { worktreePath: '/w', hadOriginal: false, installedContent: 'for the worker' };
  for (const [what, text, wanted] of [
    ['a file that was not there', record, { text: 'for the worker', before: null }],
    [
      'a file that was written over',
      { ...record, hadOriginal: true, originalContent: 'ours' },
      { text: 'for the worker', before: 'ours' },
    ],
    ['another checkout’s', { ...record, worktreePath: '/v' }, null],
    ['no record', {}, null],
  ] as const)
    it(`reads what omc placed: ${what}`, () => {
      assert.deepEqual(readPlacedText(JSON.stringify(text), '/w'), wanted);
    });
});
