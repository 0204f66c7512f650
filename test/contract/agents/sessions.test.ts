import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRegistry } from '../../../src/adapters/agents/registry.ts';
import { createSessionAgents } from '../../../src/adapters/agents/sessionAgents.ts';
import { useTempFolder } from '../../tempFolder.ts';

const registry = createRegistry({ rehearsalProgram: ['node', 'rehearsal'], custom: () => [] });
const agents = createSessionAgents({ registry, env: {}, bin: '/bin' });
const programs = registry.all.filter(({ capabilities }) => capabilities.person !== true);

describe('agents as sessions', () => {
  it('stand in the docs as they are declared', () => {
    const docs = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8');
    const rows = docs.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    const word = (has: boolean): string => (has ? 'yes' : 'no');
    for (const { id, tools, signs = {}, session } of programs.filter(({ embedded }) => embedded === null))
      assert.deepEqual(
        rows.find((row) => row[1] === `\`${id}\`` && row.length === 9)?.slice(2, -1),
        [
          word(tools !== undefined),
          word(signs.hooks !== undefined),
          [signs.state ? 'state' : '', signs.transcript ? 'transcript' : ''].filter((one) => one !== '').join(', ') ||
            '–',
          word(signs.title !== undefined),
          word((session?.resume ?? null) !== null),
          word(session?.screenless === true),
        ],
        id,
      );
  });

  for (const { id, session } of programs) {
    const without = session?.screenless === true;
    it(`of ${id} begin with a terminal${without ? ', and without one' : ', and are refused by name without one'}`, () => {
      assert.ok(agents.newConversation(id, true).ok);
      const headless = agents.newConversation(id, false);
      assert.equal(headless.ok ? 'ok' : headless.error.code, without ? 'ok' : 'session.needsScreen');
    });
  }
});

describe('a session of claude that is resumed', () => {
  const folder = useTempFolder();

  it('goes on, begins anew where nothing was said, and is refused where claude has lost what was said', async () => {
    const env = { PATH: folder(), HOME: folder(), CLAUDE_CONFIG_DIR: folder() };
    writeFileSync(join(folder(), 'claude'), '#!/bin/sh\n', { mode: 0o755 });
    const resumed = async (spoken: boolean): Promise<string> => {
      const wish = { agent: 'claude', conversation: 'c1', resume: true, spoken, terminal: true, env: {} } as const;
      const launch = await createSessionAgents({ registry, env, bin: '/bin' }).launch(wish);
      if (!launch.ok) return launch.error.code;
      return launch.value.argv.find((arg) => arg === '--resume' || arg === '--session-id') ?? '';
    };
    assert.deepEqual([await resumed(false), await resumed(true)], ['--session-id', 'session.conversationGone']);
    mkdirSync(join(folder(), 'projects', '-repo'), { recursive: true });
    writeFileSync(join(folder(), 'projects', '-repo', 'c1.jsonl'), '{}\n');
    assert.deepEqual([await resumed(false), await resumed(true)], ['--resume', '--resume']);
  });
});
