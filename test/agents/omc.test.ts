import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../builders/mamCommand.ts';

const task = 'T-2026-0002';
const project = join(import.meta.dirname, '../..');
const worker = join(import.meta.dirname, '../fixtures/stand-ins/omcWorker.mjs');

/** omc takes no program below a folder for temporary files; the project may lie in one itself. */
const isRefused = (path: string): boolean => /^\/(?:tmp|var\/tmp|dev\/shm)\//.test(path);

async function programsFolder(): Promise<string> {
  const above = isRefused(`${project}/`) ? homedir() : join(project, '.build');
  await mkdir(above, { recursive: true });
  return mkdtemp(join(above, 'mam-omc-'));
}

describe('A team of the real omc', function () {
  this.timeout(300_000);
  let mam: MamCommand;
  let programs: string;
  before(async () => {
    mam = await createMamCommand();
    programs = await programsFolder();
    const home = join(mam.folder, 'home');
    await mkdir(home);
    const omc = join(import.meta.dirname, 'omc/node_modules/.bin');
    Object.assign(mam.env, {
      HOME: home,
      PATH: [programs, omc, mam.env['PATH']].join(':'),
      ACTIVE_OMC_RUNNER_ACK: '1',
      MAM_OMC_IDLE_SECONDS: '30',
    });
    delete mam.env['TMUX'];
    const started = await mam.run('start', '--task', task, '--agents', 'rehearsal', '--yes');
    assert.equal(started.code, 0, started.err + started.out);
  });
  after(async () => {
    await mam.dispose();
    await rm(programs, { recursive: true, force: true });
  });

  /** Its `claude` is a script of ours: no model is asked. */
  const placeClaude = async (lines: string): Promise<void> => {
    await writeFile(join(programs, 'claude'), `#!/bin/sh\n${lines}\n`);
    await chmod(join(programs, 'claude'), 0o755);
  };
  const execute = async () => {
    const words = ['--runner', 'omc', '--json', '--task', task, '--sessions', 'implementer', '--read-agent', 'claude'];
    const ended = await mam.run('active-codex-runner', ...words, '--execute');
    const told = JSON.parse(ended.out || '{}');
    const codesOf = (list: readonly { readonly code: string }[] = []) => list.map((one) => one.code);
    return { ...ended, told, blockers: codesOf(told.blockers), warnings: codesOf(told.warnings) };
  };
  const artifact = async (folder: string) =>
    JSON.parse(
      await readFile(join(mam.repository, 'reports/agent_loop/active', folder, 'patch_artifact.json'), 'utf8'),
    );

  /** What runs in a checkout of the repository, MAM's own supervisor aside. */
  const running = (): readonly string[] =>
    readdirSync('/proc').flatMap((pid) => {
      if (!/^\d+$/.test(pid)) return [];
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const isHere = readlinkSync(`/proc/${pid}/cwd`).startsWith(mam.repository) || words.includes(programs);
        return isHere && /tmux|omc|claude/i.test(words) && !words.includes('supervisor') ? [words] : [];
      } catch {
        return [];
      }
    });
  /** Sockets of what omc still keeps of its teams. */
  const sockets = (): readonly string[] => {
    const state = join(mam.repository, '.omc/state/team');
    const teams = existsSync(state) ? readdirSync(state) : [];
    return teams.map(
      (name) => JSON.parse(readFileSync(join(state, name, 'config.json'), 'utf8')).tmux_server_identity.socket_path,
    );
  };
  const clear = async (): Promise<void> => {
    const listed = await mam.git('worktree', 'list', '--porcelain');
    for (const [, path = ''] of listed.matchAll(/^worktree (.*\/\.omc\/team\/.*)$/gm))
      await mam.git('worktree', 'remove', '--force', path);
    for (const branch of (await mam.git('branch', '--list', 'omc-team/*', '--format=%(refname:short)')).split('\n'))
      if (branch !== '') await mam.git('branch', '-qD', branch);
    await rm(join(mam.repository, '.omc'), { recursive: true, force: true });
  };
  const isOver = async (): Promise<void> => {
    assert.deepEqual(running(), []);
    assert.deepEqual(
      sockets().filter((path) => existsSync(path)),
      [],
    );
    assert.equal(await mam.git('status', '--porcelain'), '');
  };

  it('ends with a named problem where it does not start', async () => {
    await placeClaude('exit 1');
    mam.env['PATH'] = mam.env['PATH']!.replace(`${programs}:`, `${join(mam.folder, 'none')}:`);
    await mkdir(join(mam.folder, 'none'));
    await writeFile(join(mam.folder, 'none/claude'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const done = await execute();
    mam.env['PATH'] = mam.env['PATH'].replace(`${join(mam.folder, 'none')}:`, `${programs}:`);
    assert.deepEqual([done.code, done.blockers], [1, ['omc.launch']], JSON.stringify(done));
    assert.equal((await artifact('patch_runs/implementer')).verdict, 'blocked');
    await isOver();
    await clear();
  });

  it('proposes what a worker did that took its task, and leaves nothing running', async () => {
    await placeClaude(`exec '${process.execPath}' '${worker}'`);
    const done = await execute();
    assert.deepEqual([done.code, done.told.decision], [0, 'proposed'], JSON.stringify(done));
    const { verdict, files, diff } = await artifact('patch_runs/implementer');
    assert.deepEqual([verdict, files], ['proposed', ['src/format.js']]);
    assert.match(diff, /^\+\/\/ By a worker\.$/m);
    assert.ok(!done.warnings.includes('omc.stillRunning'), JSON.stringify(done.told.warnings));
    await isOver();
    await clear();
  });

  it('gives up a team whose worker ends at once, and leaves nothing running', async () => {
    await placeClaude('exit 1');
    const done = await execute();
    assert.equal(done.code, 1);
    assert.ok(
      done.blockers.some((code) => ['omc.stalled', 'omc.launch', 'omc.summary'].includes(code)),
      JSON.stringify(done),
    );
    assert.ok(!done.warnings.includes('omc.stillRunning'), JSON.stringify(done.told.warnings));
    assert.equal((await artifact('patch_runs/implementer')).verdict, 'blocked');
    await isOver();
    await clear();
  });
});
