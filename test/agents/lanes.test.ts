import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { createAgents, createRegistry } from '../../src/adapters/agents/registry.ts';
import type { LaneSpec } from '../../src/app/ports/agents.ts';
import type { LaneOutcome } from '../../src/core/job/types.ts';
import { laneSpec } from '../builders/lane.ts';
import type { ModelStep } from '../fixtures/model-servers/script.ts';
import {
  anyProcessWith,
  ownSleep,
  rehearsalProgram,
  startedFile,
  supervised,
  type Supervised,
} from '../integration/support/supervised.ts';
import { agentEnvironment, startModelServers, type AgentEnvironment, type ModelServers } from './support.ts';

const never = new AbortController().signal;
const quiet = (): void => undefined;
const codeOf = (outcome: LaneOutcome): string => (outcome.kind === 'report' ? outcome.text : outcome.problem.code);

/** How each CLI's own tools do the same things. */
const dialects: Readonly<Record<string, { edit(cwd: string): ModelStep; shell(command: string): ModelStep }>> = {
  codex: {
    edit: () => ({ tool: 'apply_patch', raw: '*** Begin Patch\n*** Add File: new.txt\n+line one\n*** End Patch\n' }),
    shell: (command) => ({ tool: 'exec_command', input: { cmd: command } }),
  },
  claude: {
    edit: (cwd) => ({ tool: 'Write', input: { file_path: join(cwd, 'new.txt'), content: 'line one\n' } }),
    shell: (command) => ({ tool: 'Bash', input: { command, description: 'run' } }),
  },
};

/** How each service says that an account is limited until then, in seconds since the epoch. */
const limits: Readonly<Record<string, (lifted: number) => ModelStep>> = {
  codex: (lifted) => ({ status: 429, error: { type: 'usage_limit_reached', plan_type: 'plus', resets_at: lifted } }),
  claude: (lifted) => ({
    status: 429,
    error: { type: 'rate_limit_error', message: `Claude AI usage limit reached|${lifted}` },
  }),
};

/** Where a request names what it wants, in the one service and in the other. */
const askedModel = z.looseObject({
  model: z.string(),
  reasoning: z.looseObject({ effort: z.string().optional() }).nullish(),
  output_config: z.looseObject({ effort: z.string().optional() }).nullish(),
});

const models: Readonly<Record<string, { readonly model: string; readonly effort: string }>> = {
  codex: { model: 'gpt-5.4-mini', effort: 'low' },
  claude: { model: 'claude-opus-4-8', effort: 'max' },
};

for (const agent of ['codex', 'claude'])
  describe(`The real ${agent}`, () => {
    let servers: ModelServers;
    let home: AgentEnvironment;
    let place: Supervised;
    const dialect = dialects[agent]!;

    before(async () => {
      servers = await startModelServers();
      home = agentEnvironment(servers);
      place = await supervised({ env: home.env, idleMs: 200 });
    });
    after(async () => {
      await place.close();
      home.dispose();
      await servers.close();
    });

    const lane = (
      id: string,
      script: (cwd: string) => readonly ModelStep[],
      changes: Partial<LaneSpec> = {},
    ): LaneSpec => {
      const cwd = join(place.root, `cwd-${id}`);
      mkdirSync(cwd);
      execFileSync('git', ['init', '-q', cwd]);
      writeFileSync(join(cwd, 'README.md'), 'hello\n');
      return laneSpec({
        id,
        agent,
        cwd,
        folder: join(place.root, 'jobs', id),
        brief: `Do it.\nSCRIPT:${JSON.stringify(script(cwd))}\nThat is all.`,
        ...changes,
      });
    };
    const writes = { access: 'write', fullAccess: agent === 'claude' } as const;

    it('is probed as ready, with its version', async () => {
      const registry = createRegistry({ rehearsalProgram, signIn: () => 'any' });
      const agents = createAgents({ registry, env: home.env, cwd: place.root });
      const status = await agents.probe(agent);
      assert.equal(status.kind, 'ready');
      assert.match(status.kind === 'ready' ? status.version : '', /^\d+\.\d+\.\d+/);
    });

    it('is probed as signed out without its key', async () => {
      // The key is there; without leave for any sign-in it does not reach the CLI.
      const agents = createAgents({ registry: createRegistry({ rehearsalProgram }), env: home.env, cwd: place.root });
      const status = await agents.probe(agent);
      assert.equal(status.kind, 'signed-out');
      assert.equal(status.kind === 'signed-out' && status.problem.code, 'agent.signedOut');
    });

    it('reads and reports as a reader', async () => {
      const told: string[] = [];
      const spec = lane('read', () => [dialect.shell('git status --short'), { text: 'Two lines.\n\n[VERDICT: PASS]' }]);
      const outcome = await place.lanes.run(spec, never, ({ text }) => told.push(text));
      assert.equal(codeOf(outcome), 'Two lines.\n\n[VERDICT: PASS]');
      assert.ok(outcome.kind === 'report' && (outcome.usage?.inputTokens ?? 0) > 0);
      assert.ok(told.some((text) => text.includes('git status')));
    });

    it('can’t write as a reader', async () => {
      const outside = join(place.root, 'outside.txt');
      const spec = lane('read-only', (cwd) => [
        dialect.edit(cwd),
        dialect.shell('echo x > shell.txt'),
        dialect.shell(`git diff --no-index --output=${outside} README.md /dev/null`),
        { text: 'Tried.' },
      ]);
      assert.equal(codeOf(await place.lanes.run(spec, never, quiet)), 'Tried.');
      assert.deepEqual(
        ['new.txt', 'shell.txt'].map((name) => existsSync(join(spec.cwd, name))),
        [false, false],
      );
      assert.equal(existsSync(outside), false);
    });

    it('edits as a writer', async () => {
      const spec = lane(
        'write',
        (cwd) => [dialect.edit(cwd), dialect.shell('echo x > shell.txt'), { text: 'Edited.' }],
        writes,
      );
      assert.equal(codeOf(await place.lanes.run(spec, never, quiet)), 'Edited.');
      assert.deepEqual(
        ['new.txt', 'shell.txt'].map((name) => readFileSync(join(spec.cwd, name), 'utf8')),
        ['line one\n', 'x\n'],
      );
    });

    for (const [status, code] of [
      [500, 'lane.server'],
      [401, 'lane.signedOut'],
      [429, 'lane.limited'],
    ] as const)
      it(`calls HTTP ${status} ${code}`, async () => {
        assert.equal(
          codeOf(
            await place.lanes.run(
              lane(`http-${status}`, () => [{ status }]),
              never,
              quiet,
            ),
          ),
          code,
        );
      });

    it('tells until when its account is limited', async () => {
      const lifted = Math.floor(Date.now() / 1000) + 7200;
      const outcome = await place.lanes.run(
        lane('limited', () => [limits[agent]!(lifted)]),
        never,
        quiet,
      );
      assert.ok(outcome.kind === 'limited', codeOf(outcome));
      // The CLI's words have no seconds.
      const until = Date.parse(outcome.until ?? '') / 1000;
      assert.ok(until > lifted - 60 && until <= lifted, `${outcome.until}: ${JSON.stringify(outcome.problem.params)}`);
    });

    it('runs with the model and the effort that it is given', async () => {
      const spec = lane('model', () => [{ text: 'Done.' }], { ...models[agent] });
      assert.equal(codeOf(await place.lanes.run(spec, never, quiet)), 'Done.');
      const asked = servers[agent === 'codex' ? 'openai' : 'anthropic'].requests
        .map(({ body }) => askedModel.safeParse(body).data)
        .map((body) => ({ model: body?.model, effort: body?.reasoning?.effort ?? body?.output_config?.effort }));
      assert.deepEqual(
        asked.findLast(({ model }) => model === models[agent]?.model),
        models[agent],
      );
    });

    it('is ended when its model hangs', async () => {
      const outcome = await place.lanes.run(
        lane('hang', () => [{ text: 'never finished', hang: true }], { timeoutMs: 3000 }),
        never,
        quiet,
      );
      assert.equal(codeOf(outcome), 'lane.timeout');
      assert.equal(await anyProcessWith(join(place.root, 'cwd-hang')), false);
    });

    it('is called terminated when it is ended from outside', async () => {
      const spec = lane('term', () => [dialect.shell('git status --short'), { text: 'never finished', hang: true }]);
      const outcome = await place.lanes.run(spec, never, ({ text }) => {
        if (!text.includes('git status')) return;
        process.kill(-startedFile(spec).pgid, 'SIGTERM');
      });
      assert.equal(codeOf(outcome), 'lane.terminated');
    });

    it('ends on request, with the command that it runs', async () => {
      const cancel = new AbortController();
      const spec = lane('stop', () => [dialect.shell(`sleep ${ownSleep(4)}`), { text: 'Slept.' }], writes);
      const outcome = await place.lanes.run(
        spec,
        cancel.signal,
        ({ text }) => text.includes(ownSleep(4)) && cancel.abort(),
      );
      assert.deepEqual([codeOf(outcome), await anyProcessWith(`sleep ${ownSleep(4)}`)], ['lane.stopped', false]);
    });
  });

describe('The real claude', () => {
  let servers: ModelServers;
  let home: AgentEnvironment;
  let place: Supervised;
  beforeEach(async () => {
    servers = await startModelServers();
    home = agentEnvironment(servers);
    place = await supervised({ env: home.env });
  });
  afterEach(async () => {
    await place.close();
    home.dispose();
    await servers.close();
  });

  it('runs no hook as a reader that the change under review brings', async () => {
    const cwd = join(place.root, 'cwd');
    mkdirSync(join(cwd, '.claude'), { recursive: true });
    execFileSync('git', ['init', '-q', cwd]);
    const hook = [{ hooks: [{ type: 'command', command: `touch ${join(place.root, 'hooked')}` }] }];
    writeFileSync(
      join(cwd, '.claude/settings.json'),
      JSON.stringify({ hooks: { SessionStart: hook, UserPromptSubmit: hook, Stop: hook } }),
    );
    const spec = laneSpec({
      agent: 'claude',
      cwd,
      folder: join(place.root, 'jobs/a'),
      brief: 'SCRIPT:[{"text":"Read."}]',
    });
    assert.equal(codeOf(await place.lanes.run(spec, never, quiet)), 'Read.');
    assert.equal(existsSync(join(place.root, 'hooked')), false);
  });

  it('is refused as a writer without permission, before anything is started', async () => {
    const spec = laneSpec({ agent: 'claude', access: 'write', cwd: place.root, folder: join(place.root, 'jobs/a') });
    assert.equal(codeOf(await place.lanes.run(spec, never, quiet)), 'lane.needsFullAccess');
    assert.equal(existsSync(spec.folder), false);
  });
});
