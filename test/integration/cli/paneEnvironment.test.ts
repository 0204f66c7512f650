import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { until } from '../../until.ts';

/** What MAM says to a program in one of its worktrees, as that program itself finds it. */
describe('the environment', function () {
  this.timeout(240_000);
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
    // What the person has that no agent may have.
    Object.assign(mam.env, { MAM_SHIP_COMMAND: '["no"]', GH_TOKEN: 'no', GIT_DIR: '/elsewhere' });
    const tell = `const { writeFileSync, renameSync } = require('node:fs');
      const told = ${JSON.stringify(join(mam.folder, 'told-'))} + (process.stdin.isTTY ? 'pane' : 'lane');
      writeFileSync(told + '.new', JSON.stringify({ cwd: process.cwd(), env: process.env }));
      renameSync(told + '.new', told);
      if (process.stdin.isTTY) setInterval(() => undefined, 60_000); else console.log('Nothing to do.');`;
    const settings = {
      'mam.agents.custom': [{ id: 'teller', argv: [process.execPath, '-e', tell], terminalArgs: ['-e', tell] }],
      'mam.agents.fullAccess': ['teller'],
      'mam.worktrees.firstPort': 23_000,
      'mam.worktrees.portCount': 2,
    };
    await mkdir(join(mam.folder, 'config/mam'), { recursive: true });
    await writeFile(join(mam.folder, 'config/mam/settings.json'), JSON.stringify(settings));
  });
  after(async () => {
    await mam.run('session', 'stop', 'creator');
    await mam.dispose();
  });

  const toldIn = async (place: 'pane' | 'lane'): Promise<{ cwd: string; env: Record<string, string> }> => {
    const path = join(mam.folder, `told-${place}`);
    await until(`the ${place}`, () => existsSync(path), 60_000);
    return JSON.parse(readFileSync(path, 'utf8'));
  };
  const hidden = ['MAM_SHIP_COMMAND', 'GH_TOKEN', 'GIT_DIR'];

  it('reaches a session in a pane of tmux whole: ports, control plane, session, and nothing of the person’s own', async () => {
    const path = join(mam.folder, 'for the pane');
    const prepared = await mam.run(
      ...['worktree', 'prepare', '--path', path, '--branch', 'fix/pane', '--base', 'main'],
      ...['--creator-agent', 'teller', '--session', 'creator', '--backend', 'tmux'],
    );
    assert.equal(prepared.code, 0, prepared.err);
    const { cwd, env } = await toldIn('pane');
    assert.equal(cwd, path);
    const { MAM_SESSION: session, MAM_SESSION_TOKEN: token, MAM_BIN: bin, MAM_SPOOL: spool } = env;
    assert.ok(session && token && existsSync(join(bin ?? '', 'mam')) && existsSync(spool ?? ''));
    const expected = {
      PORT: '23000',
      MAM_PORT: '23000',
      MAM_PORTS: '23000,23001',
      MAM_GENERATION: '1',
      MAM_CONTROL_ROOT: mam.repository,
      MAM_ENV_FILE: join(mam.repository, '.mam.env'),
      MAM_NO_SUBSCRIBER_DAEMON: '1',
      WORKSPACE_ROOT: mam.repository,
      AGENT_SESSIONS_YAML: join(mam.repository, '.mam/agent-sessions.yaml'),
      MAM_JOBS_DIR: join(mam.repository, '.mam/jobs'),
      DELEGATE_JOB_LOGS_DIR: join(mam.repository, '.mam/delegate_job_logs'),
    };
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, env[name]])), expected);
    assert.deepEqual(
      hidden.filter((name) => name in env),
      [],
    );
  });

  it('reaches a writer’s lane with a block of ports of its own', async () => {
    const started = await mam.run('start', '--yes', '--agents', 'teller', '--limit', '1');
    const { cwd, env } = await toldIn('lane').catch((error: unknown) => {
      throw new Error(`${started.out}${started.err}`, { cause: error });
    });
    assert.ok(cwd.startsWith(join(mam.repository, '.claude/worktrees/')), cwd);
    const { MAM_JOB: job, MAM_TOKEN: token } = env;
    assert.ok(job && token);
    const expected = {
      PORT: '23002',
      MAM_PORTS: '23002,23003',
      MAM_ATTEMPT: '1',
      MAM_CONTROL_ROOT: mam.repository,
    };
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, env[name]])), expected);
    assert.deepEqual(
      [...hidden, 'MAM_SESSION_TOKEN'].filter((name) => name in env),
      [],
    );
  });
});
