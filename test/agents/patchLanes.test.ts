import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../builders/mamCommand.ts';
import { queueText } from '../builders/queueText.ts';
import type { ModelStep } from '../fixtures/model-servers/script.ts';
import { agentEnvironment, startModelServers, type AgentEnvironment, type ModelServers } from './support.ts';

const task = 'T-2026-0001';
const branch = `feature/${task}-integration`;
const artifactPath = 'reports/agent_loop/active/patch_runs/implementer/patch_artifact.json';
const done = { text: 'Done.' };

/** How each CLI's own tools write, without knowing the worktree's path. */
const dialects = {
  codex: {
    edit: (path: string): ModelStep => ({
      tool: 'apply_patch',
      raw: `*** Begin Patch\n*** Add File: ${path}\n+by an agent\n*** End Patch\n`,
    }),
    shell: (command: string): ModelStep => ({ tool: 'exec_command', input: { cmd: command } }),
  },
  claude: {
    edit: (path: string): ModelStep => ({ tool: 'Write', input: { file_path: path, content: 'by an agent\n' } }),
    shell: (command: string): ModelStep => ({ tool: 'Bash', input: { command, description: 'run' } }),
  },
} as const;

describe('a write lane of the real CLIs that proposes a patch', function () {
  this.timeout(180_000);
  let servers: ModelServers;
  let home: AgentEnvironment;
  let mam: MamCommand;
  before(async () => {
    servers = await startModelServers();
    home = agentEnvironment(servers);
    mam = await createMamCommand();
    Object.assign(mam.env, home.env, { MAM_AGENTS_AUTH: '{"codex":"any","claude":"any"}' });
    await mam.run('active-loop', '--topology', 'expanded-eight');
  });
  after(async () => {
    await mam.dispose();
    home.dispose();
    await servers.close();
  });

  const lane = async (agent: string, claims: string, steps: readonly ModelStep[]) => {
    const goal = `Write it.\n\nSCRIPT(implement):${JSON.stringify([...steps, done])}`;
    await mam.setQueue(queueText({ id: task, claims, goal }));
    const args = ['--mode', 'patch', '--write-agent', agent, '--task', task, '--execute', '--json'];
    const { code, out, err } = await mam.run('active-codex-runner', ...args);
    return { code, told: JSON.parse(out || '{}'), why: out + err };
  };
  const artifact = async () => JSON.parse(await readFile(join(mam.repository, artifactPath), 'utf8'));
  const nothingLeft = async (): Promise<void> => {
    assert.equal((await mam.git('worktree', 'list', '--porcelain')).match(/^worktree /gm)?.length, 1);
    assert.equal((await mam.git('status', '--porcelain')).trim(), '');
  };

  for (const agent of ['codex', 'claude'] as const)
    it(`${agent} proposes what it wrote, and active-apply takes it`, async () => {
      const { edit, shell } = dialects[agent];
      if (agent === 'claude') {
        const { told, why } = await lane(agent, '`src/**`', []);
        assert.deepEqual([told.blockers?.[0]?.code, told.base], ['patch.needsFullAccess', null], why);
        mam.env['MAM_AGENTS_FULL_ACCESS'] = '["claude"]';
      }
      const { code, told, why } = await lane(agent, '`src/**`', [
        agent === 'codex' ? edit('src/one.ts') : shell('echo "by an agent" > src/one.ts'),
        shell(`echo "by a command of ${agent}" > src/two.ts`),
      ]);
      assert.deepEqual([code, told.verdict, told.write_agent], [0, 'proposed', agent], why);
      const { agent: by, files, diff } = await artifact();
      assert.deepEqual([by, files], [agent, ['src/one.ts', 'src/two.ts']]);
      await nothingLeft();

      const applied = await mam.run('active-apply', '--execute', '--json');
      assert.equal(applied.code, 0, applied.out + applied.err);
      const taken = ['diff-tree', '-r', '-p', '--no-renames', '--binary', '--full-index', 'main', branch];
      assert.equal(await mam.git(...taken), diff);
      await mam.git('branch', '--quiet', '-D', branch);
    });

  it('codex that writes outside its claim by a command proposes nothing', async () => {
    const { edit, shell } = dialects.codex;
    const { code, told, why } = await lane('codex', '`src/one.ts`', [
      edit('src/one.ts'),
      shell('echo "by a command" > src/other.ts'),
    ]);
    assert.deepEqual([code, told.verdict, told.blockers?.[0]?.code], [1, 'blocked', 'patch.outsideClaim'], why);
    const { verdict, diff, files, wu } = await artifact();
    assert.deepEqual([verdict, diff, files, wu], ['blocked', '', [], 0]);
    await nothingLeft();
    const { rescues } = JSON.parse((await mam.run('rescue', 'list', '--json')).out);
    assert.match((await mam.run('rescue', 'show', rescues[0].name)).out, /^\+by a command$/m);
  });
});
