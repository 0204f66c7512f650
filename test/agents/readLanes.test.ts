import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../src/app/app.ts';
import type { BatchRequest } from '../../src/app/batch/request.ts';
import type { Batch } from '../../src/core/batch/types.ts';
import { queueText } from '../builders/queueText.ts';
import type { ModelStep } from '../fixtures/model-servers/script.ts';
import { hostEnvironment, makeRepository, openTestApp, type TestRepository } from '../integration/app/support.ts';
import { agentEnvironment, startModelServers, type AgentEnvironment, type ModelServers } from './support.ts';

const person = { kind: 'person', id: 'test' } as const;
const verdict = { text: 'I looked at it.\n\n[VERDICT: PASS]' };

/** How each CLI's own tools try to write: in its checkout by a shell, and elsewhere by its editing tool. */
const dialects = {
  codex: {
    edit: () => ({ tool: 'apply_patch', raw: '*** Begin Patch\n*** Add File: new.txt\n+line one\n*** End Patch\n' }),
    shell: (command: string) => ({ tool: 'exec_command', input: { cmd: command } }),
  },
  claude: {
    edit: (root: string) => ({ tool: 'Write', input: { file_path: join(root, 'new.txt'), content: 'line one\n' } }),
    shell: (command: string) => ({ tool: 'Bash', input: { command, description: 'run' } }),
  },
} as const;

for (const agent of ['codex', 'claude'] as const)
  describe(`A batch of the real ${agent}`, function () {
    this.timeout(180_000);
    let servers: ModelServers;
    let home: AgentEnvironment;
    before(async () => {
      servers = await startModelServers();
      home = agentEnvironment(servers);
    });
    after(async () => {
      home.dispose();
      await servers.close();
    });
    const { edit, shell } = dialects[agent];

    /** Runs one seat on a commit, with what its model is scripted to do, and looks at what is left. */
    async function looked(
      script: (root: string) => readonly ModelStep[],
      change: Partial<BatchRequest>,
      look: (batch: Batch, repository: TestRepository, app: App) => void,
    ): Promise<void> {
      const repository = makeRepository({ 'README.md': 'sample\n' });
      const goal = `Look.\n\nSCRIPT(review):${JSON.stringify(script(repository.root))}`;
      repository.write(
        'tasks/queue.md',
        queueText({ id: 'T-2026-0001', claims: '`a.txt`', checks: ['git status'], goal }),
      );
      repository.git('add', '-A');
      repository.git('commit', '-q', '-m', 'queue');
      const settings = { 'mam.agents.auth': { codex: 'any', claude: 'any' } } as const;
      const app = await openTestApp(repository.root, settings, { ...hostEnvironment(repository.root), ...home.env });
      try {
        const tick = { execute: false, topology: 'four-role', issue: null, branch: null, files: [], fromGit: false };
        const texts = { claimText: null, prBody: null, leaseTtlMs: null, handedIn: [], unused: [] };
        await app.tick({ ...tick, ...texts, task: null }, person);
        const request: BatchRequest = {
          kind: 'runner',
          execute: true,
          sessions: ['reviewer'],
          role: null,
          agent,
          model: null,
          task: 'T-2026-0001',
          base: null,
          sandbox: 'read-only',
          maxParallel: 8,
          timeoutMs: 120_000,
          maxCommands: 0,
          counts: false,
          dual: false,
          warnings: [],
          ...change,
        };
        const done = await app.runBatch(request, person);
        assert.ok(done.ok, done.ok ? '' : done.error.code);
        look(done.value, repository, app);
      } finally {
        await app.close();
        await repository.dispose();
      }
    }
    const codes = (batch: Batch): readonly string[] => batch.blockers.map((one) => one.code);

    it('writes nothing, by no tool and no shell, and its verdict counts as one', () =>
      looked(
        (root) => [
          edit(root),
          shell('echo x > shell.txt'),
          shell(`echo x > ${join(root, 'shell.txt')}`),
          shell('git commit --allow-empty -m mine'),
          verdict,
        ],
        {},
        (batch, { root, ...repository }) => {
          assert.deepEqual([batch.decision, codes(batch)], ['completed', []]);
          assert.deepEqual(
            batch.verdicts.map((one) => one.word),
            ['pass'],
          );
          assert.deepEqual(
            ['new.txt', 'shell.txt'].map((name) => existsSync(join(root, name))),
            [false, false],
          );
          assert.deepEqual(
            [repository.git('status', '--porcelain'), repository.git('rev-list', '--count', '--all')],
            ['', '2'],
          );
        },
      ));

    it('is ended when it begins more commands than it may', () =>
      looked(
        () => [shell('git status --short'), shell('git log -1'), shell('git diff'), { ...verdict, delayMs: 5000 }],
        { maxCommands: 2 },
        (batch) => assert.deepEqual([batch.decision, codes(batch)], ['blocked', ['runner.cap']]),
      ));

    if (agent === 'codex') {
      it('may build in its own checkout where it may run checks', () =>
        looked(
          () => [shell('echo built > build.log'), verdict],
          { sandbox: 'workspace-write' },
          (batch, { root }) => {
            assert.deepEqual([batch.decision, codes(batch)], ['completed', []]);
            assert.equal(existsSync(join(root, 'build.log')), false);
          },
        ));

      it('judges nothing once it changed a tracked file there', () =>
        looked(
          () => [shell('echo x >> README.md'), verdict],
          { sandbox: 'workspace-write' },
          (batch) => {
            assert.deepEqual([batch.decision, codes(batch), batch.verdicts], ['blocked', ['review.wrote'], []]);
          },
        ));
    }
  });
