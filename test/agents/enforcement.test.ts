import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LaneSign, LaneSpec } from '../../src/app/ports/agents.ts';
import { shellIsFree } from '../../src/core/job/hold.ts';
import type { Hold, LaneOutcome } from '../../src/core/job/types.ts';
import { laneSpec } from '../builders/lane.ts';
import type { ModelStep } from '../fixtures/model-servers/script.ts';
import { supervised, type Supervised } from '../integration/support/supervised.ts';
import { agentEnvironment, startModelServers, type AgentEnvironment, type ModelServers } from './support.ts';

const never = new AbortController().signal;

/** How each CLI that can be held to its claim is spoken to. */
interface Dialect {
  /** How its own tool writes a file, and how it runs a command. */
  write(path: string): ModelStep;
  shell(command: string): ModelStep;
  readonly held: Pick<Hold, 'worktree' | 'by'>;
  /** Its own settings, below the home. */
  readonly settings: string;
  /** Makes it run no hooks. */
  silence(spec: LaneSpec, settings: string): LaneSpec;
}

const dialects: Readonly<Record<string, Dialect>> = {
  codex: {
    write: (path) => ({
      tool: 'apply_patch',
      raw: `*** Begin Patch\n*** Add File: ${path}\n+written\n*** End Patch\n`,
    }),
    shell: (command) => ({ tool: 'exec_command', input: { cmd: command } }),
    held: { worktree: 'enforced', by: ['sandbox', 'hook'] },
    settings: 'codex/config.toml',
    silence(spec, settings) {
      writeFileSync(settings, `${readFileSync(settings, 'utf8')}hooks = false\n`);
      return spec;
    },
  },
  claude: {
    write: (path) => ({ tool: 'Write', input: { file_path: path, content: 'written\n' } }),
    shell: (command) => ({ tool: 'Bash', input: { command, description: 'run' } }),
    held: { worktree: 'advisory', by: ['hook'] },
    settings: 'claude/settings.json',
    silence(spec) {
      mkdirSync(join(spec.cwd, '.claude'));
      writeFileSync(join(spec.cwd, '.claude/settings.json'), JSON.stringify({ disableAllHooks: true }));
      return spec;
    },
  },
  opencode: {
    write: (path) => ({ tool: 'write', input: { filePath: path, content: 'written\n' } }),
    shell: (command) => ({ tool: 'bash', input: { command, description: 'run' } }),
    held: { worktree: 'advisory', by: ['hook'] },
    settings: '.config/opencode/opencode.json',
    silence: (spec) => ({ ...spec, env: { ...spec.env, OPENCODE_PURE: '1' } }),
  },
};

for (const [agent, dialect] of Object.entries(dialects))
  describe(`The real ${agent} and its claim`, function () {
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

    /** A lane in a worktree of a repository, which may write `src/**`, with a link that leads out of it. */
    const lane = (
      id: string,
      script: (cwd: string) => readonly ModelStep[],
      changes: Partial<LaneSpec> = {},
    ): LaneSpec => {
      const controlRoot = join(place.root, `repo-${id}`);
      const cwd = join(controlRoot, 'worktrees/w');
      const git = (...args: string[]) => execFileSync('git', ['-C', controlRoot, ...args], { stdio: 'pipe' });
      mkdirSync(controlRoot);
      git('init', '-q');
      git('-c', 'user.name=T', '-c', 'user.email=t@example.org', 'commit', '-q', '--allow-empty', '-m', 'first');
      git('worktree', 'add', '-q', '--detach', cwd);
      mkdirSync(join(cwd, 'src'));
      symlinkSync(controlRoot, join(cwd, 'src/out'));
      writeFileSync(join(cwd, 'notes.txt'), 'kept\n');
      return laneSpec({
        id,
        agent,
        cwd,
        folder: join(place.root, 'jobs', id),
        brief: `Do it.\nSCRIPT:${JSON.stringify(script(cwd))}\nThat is all.`,
        access: 'write',
        fullAccess: agent !== 'codex',
        timeoutMs: 180_000,
        policy: { claims: ['src/**'], controlRoot },
        ...changes,
      });
    };
    const run = async (spec: LaneSpec) => {
      const signs: LaneSign[] = [];
      const outcome = await place.lanes.run(
        spec,
        never,
        () => undefined,
        (sign) => void signs.push(sign),
      );
      const holds = signs.flatMap((sign) => (sign.kind === 'hold' ? [sign.hold] : []));
      const denied = signs.flatMap((sign) => (sign.kind === 'denied' ? [sign.path] : []));
      return { said: textOf(outcome), holds, denied };
    };

    it('is refused a write outside its claim, outside its worktree and through a link; the lane goes on and reports', async () => {
      const { root } = place;
      const spec = lane('outside', (cwd) => [
        dialect.write(agent === 'codex' ? 'docs.txt' : join(cwd, 'docs.txt')),
        dialect.write(join(root, 'repo-outside/main.txt')),
        dialect.write(agent === 'codex' ? 'src/out/linked.txt' : join(cwd, 'src/out/linked.txt')),
        dialect.write(agent === 'codex' ? 'src/inside.txt' : join(cwd, 'src/inside.txt')),
        dialect.shell('echo by a command > src/shell.txt'),
        dialect.shell('echo stray > docs2.txt'),
        dialect.shell(`echo escaped > ${join(root, 'repo-outside/escaped.txt')}`),
        { text: 'Did what I could.' },
      ]);
      const { said, holds, denied } = await run(spec);
      assert.equal(said, 'Did what I could.');
      // What its tools are refused a command of its shell may do: no limit that it passes is called enforced.
      assert.equal(existsSync(join(spec.cwd, 'docs2.txt')), true);
      assert.deepEqual(
        readdirSync(join(root, 'repo-outside')).toSorted(),
        ['.git', ...(dialect.held.worktree === 'enforced' ? [] : ['escaped.txt']), 'worktrees'],
        'nothing was written to the main checkout but by a command where nothing holds the worktree',
      );
      assert.equal(existsSync(join(spec.cwd, 'docs.txt')), false);
      assert.equal(readFileSync(join(spec.cwd, 'src/inside.txt'), 'utf8'), 'written\n');
      assert.equal(readFileSync(join(spec.cwd, 'src/shell.txt'), 'utf8'), 'by a command\n');
      assert.equal(denied.length, 3);
      assert.deepEqual(
        holds.map(({ level, why }) => [level, why?.code]),
        [
          ['advisory', 'lane.hookSilent'],
          ['advisory', 'lane.shellFree'],
        ],
        'its shell is free, so it is called advisory also once the hook has answered',
      );
      assert.deepEqual(holds.at(-1), { level: 'advisory', ...dialect.held, claim: 'advisory', why: shellIsFree });
      const asked = [...servers.openai.requests, ...servers.anthropic.requests];
      const heard = JSON.stringify(asked.at(-1)?.body);
      assert.match(heard, /It may write src\/\*\* in /, 'the agent is told what it may write');
    });

    it('changes nothing in the home of the agent, and a lane without a claim to hold has no hook', async () => {
      const settings = join(home.home, dialect.settings);
      const before = existsSync(settings) ? readFileSync(settings, 'utf8') : null;
      const { policy: _policy, ...spec } = lane('reader', () => [{ text: 'Read.' }], {
        access: 'read',
        fullAccess: false,
      });
      const { said, holds } = await run(spec);
      assert.equal(said, 'Read.');
      assert.deepEqual(holds, [
        {
          level: 'enforced',
          worktree: 'enforced',
          claim: null,
          by: [agent === 'codex' ? 'sandbox' : 'rules'],
          why: null,
        },
      ]);
      assert.equal(existsSync(settings) ? readFileSync(settings, 'utf8') : null, before);
      assert.equal(existsSync(join(spec.folder, 'guard.jsonl')), false);
    });

    it('is called advisory when its settings allow no hooks', async () => {
      const spec = dialect.silence(
        lane('no-hooks', () => [{ text: 'Done.' }]),
        join(home.home, dialect.settings),
      );
      const { said, holds } = await run(spec);
      assert.equal(said, 'Done.');
      assert.deepEqual([holds.at(-1)?.level, holds.at(-1)?.why?.code], ['advisory', 'lane.hookSilent']);
    });
  });

const textOf = (outcome: LaneOutcome): string => (outcome.kind === 'report' ? outcome.text : outcome.problem.code);
