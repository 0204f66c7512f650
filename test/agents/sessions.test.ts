import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../until.ts';
import { makeRepository, type TestRepository } from '../integration/app/support.ts';
import { agentEnvironment, startModelServers, type AgentEnvironment, type ModelServers } from './support.ts';
import { startRealSession } from './sessionWorld.ts';

const script = (...steps: readonly object[]): string => `SCRIPT:${JSON.stringify(steps)}`;

describe('what sessions of the real CLIs are seen doing', function () {
  this.timeout(120_000);
  let servers: ModelServers;
  let home: AgentEnvironment;
  let repository: TestRepository;
  const codexSettings = (): string => readFileSync(join(home.home, 'codex/config.toml'), 'utf8');
  before(async () => {
    servers = await startModelServers();
    home = agentEnvironment(servers);
    repository = makeRepository({ 'README.md': 'sample\n' });
    writeFileSync(
      join(home.home, 'claude/.claude.json'),
      JSON.stringify({
        hasCompletedOnboarding: true,
        hasSeenAutoDefaultNotice: true,
        customApiKeyResponses: { approved: [home.env['ANTHROPIC_API_KEY']?.slice(-20)], rejected: [] },
        projects: { [repository.root]: { hasTrustDialogAccepted: true } },
      }),
    );
    appendFileSync(join(home.home, 'codex/config.toml'), `[projects."${repository.root}"]\ntrust_level = "trusted"\n`);
  });
  after(async () => {
    home.dispose();
    await repository.dispose();
    await servers.close();
  });
  const start = (agent: string, cwd = repository.root) =>
    startRealSession(agent, { ...home.env, IS_SANDBOX: '1' }, cwd);

  it('claude: idle, at work, a permission with its words, its answer, the end of a turn, one that was broken off, gone', async () => {
    const world = await start('claude');
    try {
      await world.becomes('idle');
      assert.equal(world.status().source, 'hook');
      const input = { file_path: join(repository.root, 'w.txt'), content: 'x' };
      await world.prompt(script({ delayMs: 1500, tool: 'Write', input }, { text: 'Done now' }));
      await world.becomes('working');
      await world.becomes('needsYou');
      // Whoever is faster: in the end the agent's own words count.
      await until('its hook to ask', () => world.status().source === 'hook');
      const asked = world.status();
      assert.ok(asked.kind === 'needsYou' && asked.need === 'permission' && !asked.onScreen);
      assert.equal(asked.text, `Write: ${input.file_path}`);
      await world.press('1');
      await world.becomes('idle');
      assert.deepEqual(world.hooks.slice(0, 4), [
        'SessionStart',
        'UserPromptSubmit',
        'PreToolUse',
        'PermissionRequest',
      ]);
      await until('its own files to say so, too', () => world.session().sights.transcript?.activity.kind === 'idle');

      // No hook tells of Escape, and before the first word of an answer no line of the transcript does.
      await world.prompt(script({ hang: true }));
      await world.becomes('working');
      await world.pass(2000);
      await world.press('Escape');
      await world.becomes('idle');
      assert.equal(world.status().source, 'transcript');
      await world.place.close(world.handle, 3000);
      await world.becomes('gone');
      assert.equal(existsSync(join(home.home, 'claude/settings.json')), false);
    } finally {
      await world.dispose();
    }
  });

  it('claude: nobody is asked about the command by which it tells how its job goes, and everybody about another one', async () => {
    const world = await start('claude');
    try {
      await world.becomes('idle');
      const command = `${join(world.bin, 'mam')} event started --pass /no/such/pass.json`;
      const run = (line: string) => ({ tool: 'Bash', input: { command: line, description: 'Say it' } });
      await world.prompt(script(run(command), { delayMs: 500, text: 'Said so' }));
      await until('the end of the turn', () => world.hooks.includes('Stop'), 30_000);
      assert.ok(!world.hooks.includes('PermissionRequest'), world.hooks.join());
      assert.ok(
        world.hooks.some((hook) => hook.startsWith('PostToolUse')),
        world.hooks.join(),
      );
      await world.prompt(script(run(`${command}; touch beside.txt`), { text: 'Said so' }));
      await world.becomes('needsYou');
      assert.equal(existsSync(join(repository.root, 'beside.txt')), false);
    } finally {
      await world.dispose();
    }
  });

  it('claude: a folder that it does not trust yet', async () => {
    const other = makeRepository({ 'README.md': 'sample\n' });
    const world = await start('claude', other.root);
    try {
      await world.becomes('needsYou');
      const asked = world.status();
      assert.ok(asked.kind === 'needsYou' && asked.need === 'trust' && asked.onScreen, JSON.stringify(asked));
    } finally {
      await world.dispose();
      await other.dispose();
    }
  });

  it('codex: a first question, idle, at work, a permission with its words, its answer, the end of a turn, one that was broken off', async () => {
    const before = codexSettings();
    const world = await start('codex');
    try {
      await world.becomes('needsYou');
      const offered = world.status();
      assert.ok(
        offered.kind === 'needsYou' && offered.need === 'question' && offered.onScreen,
        JSON.stringify(offered),
      );
      await world.press('2');
      await world.becomes('idle');
      assert.equal(world.status().source, 'shell');
      const after = codexSettings();
      const command = 'sleep 3; echo hi';
      const input = { cmd: command, sandbox_permissions: 'require_escalated', justification: 'Need to write outside?' };
      await world.prompt(script({ delayMs: 1500, tool: 'exec_command', input }, { text: 'Done now' }));
      await world.becomes('working');
      await world.becomes('needsYou');
      await until('its hook to ask', () => world.status().source === 'hook');
      const asked = world.status();
      assert.ok(asked.kind === 'needsYou' && asked.need === 'permission');
      assert.equal(asked.text, `Bash: ${command}`);
      await world.press('y');
      await world.becomes('idle', 30_000);
      assert.deepEqual(world.hooks.slice(0, 4), [
        'SessionStart',
        'UserPromptSubmit',
        'PreToolUse',
        'PermissionRequest',
      ]);
      await until('its own files to say so, too', () => world.session().sights.transcript?.activity.kind === 'idle');

      await world.prompt(script({ hang: true }));
      await world.becomes('working');
      await world.pass(2000);
      await world.press('Escape');
      await world.becomes('idle');
      // Only what codex itself notes of the first question is new in its settings.
      assert.equal(codexSettings(), after);
      assert.ok(after.startsWith(before.slice(0, 200)) && !after.includes('mam-hook'));
    } finally {
      await world.dispose();
    }
  });
});
