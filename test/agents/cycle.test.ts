import assert from 'node:assert/strict';
import { queueText } from '../builders/queueText.ts';
import { describeState, hostEnvironment, makeRepository, openTestApp, until } from '../integration/app/support.ts';
import { agentEnvironment, startModelServers, type AgentEnvironment, type ModelServers } from './support.ts';

const person = { kind: 'person', id: 'test' } as const;
const reviewers = ['reviewer', 'ci-regression-auditor', 'eval-claim-privacy-auditor'];
const seats = (writer: string, reader: string): Record<string, string> => ({
  implementer: writer,
  ...Object.fromEntries(reviewers.map((session) => [session, reader])),
});
const script = (kind: string, steps: readonly unknown[]): string => `SCRIPT(${kind}):${JSON.stringify(steps)}`;

const verdict = [{ text: 'I read the change; it does what the task says.\n\n[VERDICT: PASS]' }];
/** How each CLI's own tools write the claimed file, without knowing the worktree's path. */
const writes: Readonly<Record<string, readonly unknown[]>> = {
  codex: [
    { tool: 'apply_patch', raw: '*** Begin Patch\n*** Add File: notes/one.md\n+written by an agent\n*** End Patch\n' },
    { text: 'Wrote the note.' },
  ],
  claude: [
    {
      tool: 'Bash',
      input: { command: 'mkdir -p notes && echo "written by an agent" > notes/one.md', description: 'write' },
    },
    { text: 'Wrote the note.' },
  ],
};

describe('a whole cycle with the real CLIs', function () {
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

  const open = async (writer: string, steps: readonly unknown[], fullAccess: readonly string[] = []) => {
    const goal = `Write a note.\n\n${script('implement', steps)}\n\n${script('review', verdict)}`;
    const repository = makeRepository({
      'README.md': 'sample\n',
      'tasks/queue.md': queueText({ id: 'T-2026-0001', claims: '`notes/one.md`', checks: ['git status'], goal }),
    });
    const app = await openTestApp(
      repository.root,
      { 'mam.agents.fullAccess': [...fullAccess], 'mam.agents.auth': { codex: 'any', claude: 'any' } },
      { ...hostEnvironment(repository.root), ...home.env },
    );
    const start = () =>
      app.startLoop(
        {
          tasks: null,
          limit: 1,
          only: ['codex', 'claude'],
          agents: seats(writer, writer === 'codex' ? 'claude' : 'codex'),
          claims: {},
          allowedChecks: [['git', 'status']],
        },
        person,
      );
    const close = async (): Promise<void> => {
      await app.close();
      await repository.dispose();
    };
    return { app, repository, start, close };
  };

  for (const [writer, fullAccess] of [
    ['codex', []],
    ['claude', ['claude']],
  ] as const)
    it(`${writer} writes, the other reviews, and the gate opens`, async () => {
      const { app, repository, start, close } = await open(writer, writes[writer] ?? [], fullAccess);
      try {
        const started = await start();
        assert.ok(started.ok, started.ok ? '' : JSON.stringify(started.error));
        await until(app, (now) => Object.values(now.state.loops).every((loop) => loop.state === 'ended'), 150_000);
        const [run] = Object.values(app.state.runs);
        assert.equal(run?.phase, 'waiting', describeState(app));
        assert.deepEqual([run.gate?.open, run.verdicts.map((one) => one.word)], [true, ['pass', 'pass', 'pass']]);
        assert.equal(repository.git('show', `${run.branch}:notes/one.md`), 'written by an agent');
        assert.notEqual(run.jobs.find((job) => job.kind === 'review')?.agent, writer);
      } finally {
        await close();
      }
    });

  it('claude does not write unless a person allowed it full access', async () => {
    const { app, start, close } = await open('claude', writes['claude'] ?? []);
    try {
      const started = await start();
      assert.equal(!started.ok && started.error.code, 'agent.needsFullAccess');
      assert.deepEqual(app.state.runs, {});
    } finally {
      await close();
    }
  });

  const failures = [
    { name: 'an HTTP 500', steps: [{ status: 500 }], code: 'lane.server' },
    { name: 'a 401', steps: [{ status: 401 }], code: 'lane.signedOut' },
  ];
  for (const { name, steps, code } of failures)
    it(`${name} of the writer's model parks the run with ${code}`, async () => {
      const { app, start, close } = await open('codex', steps);
      try {
        assert.ok((await start()).ok);
        await until(app, (now) => Object.values(now.state.loops).every((loop) => loop.state === 'ended'), 150_000);
        const [run] = Object.values(app.state.runs);
        assert.equal(run?.ask?.kind === 'problem' && run.ask.problem.code, code, describeState(app));
        assert.equal(run?.phase, 'needs-you');
      } finally {
        await close();
      }
    });
});
