import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
  until,
  type Supervised,
} from '../integration/support/supervised.ts';
import { agentEnvironment, startModelServers, type AgentEnvironment, type ModelServers } from './support.ts';

const never = new AbortController().signal;
const quiet = (): void => undefined;
const codeOf = (outcome: LaneOutcome): string => (outcome.kind === 'report' ? outcome.text : outcome.problem.code);

interface Dialect {
  readonly agent: string;
  readonly edit: (cwd: string) => ModelStep;
  readonly shell: (command: string) => ModelStep;
  /** What each HTTP status of the model ends as. */
  readonly statuses: readonly (readonly [number, string])[];
  /** Files of a repository that make the CLI touch a file of this name when it trusts them. */
  readonly traps: (touched: string) => Readonly<Record<string, string>>;
}

/** Each CLI starts for two seconds or more, so each run shows as much as it can. */
const dialects: readonly Dialect[] = [
  {
    agent: 'gemini',
    edit: (cwd) => ({ tool: 'write_file', input: { file_path: join(cwd, 'new.txt'), content: 'line one\n' } }),
    shell: (command) => ({ tool: 'run_shell_command', input: { command } }),
    statuses: [
      [401, 'lane.signedOut'],
      [429, 'lane.limited'],
      [500, 'lane.server'],
    ],
    traps: (touched) => ({
      '.gemini/settings.json': JSON.stringify({
        hooks: { SessionStart: [{ hooks: [{ type: 'command', command: `touch ${touched}` }] }] },
        mcpServers: { trap: { command: 'touch', args: [touched] } },
      }),
    }),
  },
  {
    agent: 'opencode',
    edit: (cwd) => ({ tool: 'write', input: { filePath: join(cwd, 'new.txt'), content: 'line one\n' } }),
    shell: (command) => ({ tool: 'bash', input: { command, description: 'run' } }),
    // After an HTTP 500 or 429 it tries again for longer than a test can wait.
    statuses: [[401, 'lane.signedOut']],
    traps: (touched) => ({
      '.opencode/plugin/trap.js': `import { writeFileSync } from 'fs'; export const Trap = async () => { writeFileSync(${JSON.stringify(touched)}, ''); return {}; };`,
      'opencode.json': JSON.stringify({ mcp: { trap: { type: 'local', command: ['touch', touched] } } }),
    }),
  },
];

for (const { agent, edit, shell, statuses, traps } of dialects)
  describe(`The real ${agent}`, function () {
    this.timeout(200_000);
    let servers: ModelServers;
    let home: AgentEnvironment;
    let place: Supervised;

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
      files: Readonly<Record<string, string>> = {},
    ): LaneSpec => {
      const cwd = join(place.root, `cwd-${id}`);
      mkdirSync(cwd);
      execFileSync('git', ['init', '-q', cwd]);
      for (const [name, text] of Object.entries({ 'README.md': 'hello\n', ...files })) {
        mkdirSync(dirname(join(cwd, name)), { recursive: true });
        writeFileSync(join(cwd, name), text);
      }
      return laneSpec({
        id,
        agent,
        cwd,
        folder: join(place.root, 'jobs', id),
        // Their start alone can take a minute of a busy machine.
        timeoutMs: 180_000,
        brief: `Do it, @nobody.\nSCRIPT:${JSON.stringify(script(cwd))}\nThat is all.`,
        ...changes,
      });
    };
    const writes = { access: 'write', fullAccess: true } as const;

    it('is probed as ready, with its version', async () => {
      const agents = createAgents({ registry: createRegistry({ rehearsalProgram }), env: home.env, cwd: place.root });
      const status = await agents.probe(agent);
      assert.equal(status.kind, 'ready');
      assert.match(status.kind === 'ready' ? status.version : '', /^\d+\.\d+\.\d+/);
    });

    it('reads and reports as a reader, writes nothing, and runs nothing that the change brings', async () => {
      const touched = ['output.txt', 'trapped.txt'].map((name) => join(place.root, name));
      const told: string[] = [];
      const spec = lane(
        'read',
        (cwd) => [
          shell('git status --short'),
          edit(cwd),
          shell('echo x > shell.txt'),
          shell('git status --short > redirected.txt'),
          shell('git status --short; touch second.txt'),
          shell(`git diff --no-index --output=${touched[0]} README.md /dev/null`),
          { text: 'Two lines.\n\n[VERDICT: PASS]' },
        ],
        {},
        traps(touched[1] ?? ''),
      );
      // Whoever worked here before may have trusted the folder above.
      writeFileSync(join(home.home, '.gemini/trustedFolders.json'), JSON.stringify({ [place.root]: 'TRUST_FOLDER' }));
      const outcome = await place.lanes.run(spec, never, ({ text }) => told.push(text));
      assert.equal(codeOf(outcome), 'Two lines.\n\n[VERDICT: PASS]');
      assert.ok(outcome.kind === 'report' && (outcome.usage?.inputTokens ?? 0) >= 100);
      assert.ok(told.some((text) => text.includes('git status')));
      assert.deepEqual(
        ['new.txt', 'shell.txt', 'redirected.txt', 'second.txt']
          .map((name) => join(spec.cwd, name))
          .concat(touched)
          .filter((path) => existsSync(path)),
        [],
      );
    });

    it('edits as a writer', async () => {
      const spec = lane('write', (cwd) => [edit(cwd), shell('echo x > shell.txt'), { text: 'Edited.' }], writes);
      assert.equal(codeOf(await place.lanes.run(spec, never, quiet)), 'Edited.');
      assert.deepEqual(
        ['new.txt', 'shell.txt'].map((name) => readFileSync(join(spec.cwd, name), 'utf8')),
        ['line one\n', 'x\n'],
      );
    });

    it('is refused as a writer without permission, before anything is started', async () => {
      const spec = lane('refused', () => [{ text: 'Edited.' }], { access: 'write' });
      assert.equal(codeOf(await place.lanes.run(spec, never, quiet)), 'lane.needsFullAccess');
      assert.equal(existsSync(spec.folder), false);
    });

    for (const [status, code] of statuses)
      it(`calls HTTP ${status} ${code}`, async () => {
        const spec = lane(`http-${status}`, () => [{ status }]);
        assert.equal(codeOf(await place.lanes.run(spec, never, quiet)), code);
      });

    it('is ended when its model hangs', async () => {
      const spec = lane('hang', () => [{ text: 'never finished', hang: true }], { timeoutMs: 6000 });
      assert.equal(codeOf(await place.lanes.run(spec, never, quiet)), 'lane.timeout');
      assert.equal(await anyProcessWith(join(place.root, 'cwd-hang')), false);
    });

    it('is called terminated when it is ended from outside', async () => {
      const spec = lane('term', () => [shell('git status --short'), { text: 'never finished', hang: true }]);
      const outcome = await place.lanes.run(spec, never, ({ text }) => {
        if (text.includes('git status')) process.kill(-startedFile(spec).pgid, 'SIGTERM');
      });
      assert.equal(codeOf(outcome), 'lane.terminated');
    });

    it('ends on request, with the command that it runs', async () => {
      const cancel = new AbortController();
      const script = [shell(`touch began && sleep ${ownSleep(5)}`), { text: 'Slept.' }];
      const spec = lane('stop', () => script, writes);
      const run = place.lanes.run(spec, cancel.signal, quiet);
      const began = join(spec.cwd, 'began');
      await until(() => existsSync(began), 'its command', 170_000);
      cancel.abort();
      assert.deepEqual([codeOf(await run), await anyProcessWith(`sleep ${ownSleep(5)}`)], ['lane.stopped', false]);
    });
  });
