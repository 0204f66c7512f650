import assert from 'node:assert/strict';
import { claude } from '../../../src/adapters/agents/claude/claude.ts';
import { codex } from '../../../src/adapters/agents/codex/codex.ts';
import { opencode } from '../../../src/adapters/agents/opencode/opencode.ts';

const program = `/it's "here"/mam`;

describe('what starts of agents get for the tools of MAM', () => {
  it('claude: one more server, whose tools nobody is asked about, and no option that takes what follows', () => {
    const args = claude.tools?.({ program, env: {} }).args ?? [];
    assert.deepEqual([args[0], args[2], args[3], args.length], ['--mcp-config', '--allowedTools', 'mcp__mam', 4]);
    assert.deepEqual(JSON.parse(args[1]!), { mcpServers: { mam: { command: program, args: ['mcp'] } } });
    assert.ok(!args.includes('--strict-mcp-config'), 'those of the user stay');
  });

  it('codex: one more server, and the names of the variables that it needs, but none of their values', () => {
    const env = { MAM_TOKEN: 'secret' };
    const { args } = codex.tools?.({ program, env }) ?? { args: [] };
    assert.equal(args[1], String.raw`mcp_servers.mam.command="/it's \"here\"/mam"`);
    assert.equal(args[3], 'mcp_servers.mam.args=["mcp"]');
    assert.match(args[5] ?? '', /^mcp_servers\.mam\.env_vars=\[.*"MAM_TOKEN".*\]$/);
    assert.ok(!args.join().includes('secret'));
  });

  it('opencode: one more server beside those of the user', () => {
    const given = JSON.stringify({ mcp: { own: { type: 'remote' } }, plugin: ['p'] });
    const env = opencode.tools?.({ program, env: { OPENCODE_CONFIG_CONTENT: given } }).env;
    assert.deepEqual(JSON.parse(env?.['OPENCODE_CONFIG_CONTENT'] ?? ''), {
      mcp: { own: { type: 'remote' }, mam: { type: 'local', command: [program, 'mcp'], enabled: true } },
      plugin: ['p'],
    });
    for (const own of ['// own', '[]', '{"mcp":1}'])
      assert.deepEqual(opencode.tools?.({ program, env: { OPENCODE_CONFIG_CONTENT: own } }), { args: [], env: {} });
  });
});
