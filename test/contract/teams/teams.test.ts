import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { createOmc } from '../../../src/adapters/omc/createOmc.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { findOnPath } from '../../../src/adapters/process/shellPath.ts';
import type { Teams } from '../../../src/app/ports/teams.ts';
import { placeOmc, type OmcPlan } from '../../builders/fakeOmc.ts';
import { teamSummary } from '../../builders/team.ts';
import { FakeTeams } from '../../fakes/fakeTeams.ts';

type Scene = 'works' | 'silent' | 'startsInPart' | 'needsForce' | 'stays' | 'unlisted';

interface Subject {
  readonly teams: Teams;
  close(): Promise<void>;
}

async function fake(scene: Scene): Promise<Subject> {
  const teams = new FakeTeams();
  const atWork = teamSummary({ completed: 0, inProgress: 1 });
  const workers = [1, 2].map((n) => {
    const name = `worker-${n}`;
    return { name, path: teams.usualPath('alpha', name), alive: true };
  });
  teams.summaries = [
    { ...atWork, workers },
    { ...teamSummary(), workers },
  ];
  teams.isUnlisted = scene === 'unlisted';
  teams.isSilent = scene === 'silent';
  teams.launchFails = scene === 'startsInPart' ? 'part' : null;
  teams.shutdownFails = scene === 'needsForce' ? 1 : scene === 'stays' ? 2 : 0;
  return { teams, close: async () => undefined };
}

const busy = { total: 1, pending: 0, blocked: 0, in_progress: 1, completed: 0, failed: 0 };

const plans: Readonly<Record<Scene, OmcPlan>> = {
  works: {},
  silent: { silent: true },
  startsInPart: { launchCode: 3 },
  needsForce: { shutdownFails: 1 },
  stays: { shutdownFails: 2 },
  unlisted: {},
};

/** The adapter of omc over the stand-in of its program. */
async function scripted(scene: Scene): Promise<Subject> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'mam-teams-')));
  const tasks = [busy, { ...busy, in_progress: 0, completed: 1 }];
  await placeOmc(join(folder, 'tools'), { ...plans[scene], tasks });
  const env = { PATH: `${join(folder, 'tools')}:${process.env['PATH']}`, HOME: folder };
  const git = (...words: readonly string[]) =>
    runProcess({ argv: ['git', ...words], cwd: folder, env: { ...env, GIT_CONFIG_NOSYSTEM: '1' } });
  await git('init', '-q');
  await git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-q', '--allow-empty', '-m', 'base');
  if (scene === 'unlisted') {
    await mkdir(join(folder, '.omc/state'), { recursive: true });
    await writeFile(join(folder, '.omc/state/team'), 'in the way');
  }
  return {
    teams: createOmc({ run: runProcess, find: findOnPath, folder, env }),
    close: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function names(teams: Teams): Promise<readonly string[]> {
  const listed = await teams.names();
  assert.ok(listed.ok);
  return listed.value;
}

for (const [name, open] of [
  ['fake', fake],
  ['omc, scripted', scripted],
] as const)
  describe(`Teams (${name})`, () => {
    let subject: Subject;
    const never = new AbortController().signal;
    const spec = { workers: '1:claude,1:codex', text: "[Implementer] It's $HOME", timeoutMs: 30_000 };
    const opened = async (scene: Scene): Promise<Teams> => (subject = await open(scene)).teams;
    const launched = async (scene: Scene) => {
      const teams = await opened(scene);
      return { teams, start: await teams.launch(spec, never) };
    };
    afterEach(() => subject.close());

    it('shows its command, with the text as one word', async () => {
      const command = (await opened('works')).command(spec);
      assert.deepEqual([command.includes(spec.workers), command.at(-1)], [true, spec.text]);
    });

    it('names what it starts, and keeps it among its teams', async () => {
      const { teams, start } = await launched('works');
      assert.deepEqual([start, await names(teams)], [{ ok: true, value: { name: 'alpha' } }, ['alpha']]);
    });

    it('keeps a team that it does not name', async () => {
      const { teams, start } = await launched('silent');
      assert.deepEqual([start, await names(teams)], [{ ok: true, value: { name: null } }, ['alpha']]);
    });

    it('has no teams at first', async () => {
      assert.deepEqual(await names(await opened('works')), []);
    });

    it('says so where nobody can tell what teams there are', async () => {
      const listed = await (await opened('unlisted')).names();
      assert.equal(!listed.ok && listed.error.code, 'omc.unlisted');
    });

    it('says that it could not start, and keeps what there is of the team', async () => {
      const { teams, start } = await launched('startsInPart');
      assert.deepEqual([!start.ok && start.error.code, await names(teams)], ['omc.launch', ['alpha']]);
    });

    it('starts nothing once it was given up', async () => {
      const teams = await opened('works');
      assert.equal((await teams.launch(spec, AbortSignal.abort())).ok, false);
      assert.deepEqual(await names(teams), []);
    });

    it('says how a team stands, and where each worker is', async () => {
      const { teams } = await launched('works');
      const [first, second] = [
        await teams.summary('alpha', 30_000, never),
        await teams.summary('alpha', 30_000, never),
      ];
      assert.ok(first.ok && second.ok);
      assert.deepEqual([first.value.tasks.inProgress, second.value.tasks.completed], [1, 1]);
      for (const { name: worker, path } of second.value.workers) assert.equal(path, teams.usualPath('alpha', worker));
      assert.equal(second.value.workers.length, 2);
      assert.ok(isAbsolute(teams.usualPath('alpha', 'worker-1')));
    });

    it('knows nothing of a team that there is not', async () => {
      const teams = await opened('works');
      const seen = await teams.summary('beta', 30_000, never);
      assert.deepEqual([!seen.ok && seen.error.code, await teams.server('beta')], ['omc.summary', null]);
    });

    it('forgets a team that was shut down', async () => {
      const { teams } = await launched('works');
      assert.deepEqual([await teams.shutdown('alpha', false), await names(teams)], [null, []]);
    });

    it('ends by force what does not end by itself, and says so where it does not end at all', async () => {
      for (const scene of ['needsForce', 'stays'] as const) {
        const { teams } = await launched(scene);
        assert.equal((await teams.shutdown('alpha', false))?.code, 'omc.shutdown');
        const forced = await teams.shutdown('alpha', true);
        assert.equal(forced?.code, scene === 'stays' ? 'omc.shutdown' : undefined);
        assert.deepEqual(await names(teams), scene === 'stays' ? ['alpha'] : []);
        await subject.close();
      }
    });
  });
