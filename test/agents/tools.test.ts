import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../../scripts/lib/project.mjs';
import { createRegistry } from '../../src/adapters/agents/registry.ts';
import { parseSpoolEvent } from '../../src/protocol/spool.ts';
import { agentEnvironment, startModelServers, type AgentEnvironment, type ModelServers } from './support.ts';

const token = 'x'.repeat(43);
const program = join(import.meta.dirname, '../../dist/bin/mam');

describe('The tools of MAM in the real agents', () => {
  let servers: ModelServers;
  let home: AgentEnvironment;
  let folder: string;
  before(async () => {
    ensureBuilt();
    servers = await startModelServers();
    home = agentEnvironment(servers);
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'mam tools ')));
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    home.dispose();
    await servers.close();
  });

  const start = async (id: string, args: readonly string[], env: Readonly<Record<string, string>>, cwd: string) => {
    const child = spawn(id, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    await once(child, 'close');
    assert.equal(child.exitCode, 0, out + err);
    return out;
  };
  const argsOf = (id: string): readonly string[] => {
    const agent = createRegistry({ rehearsalProgram: ['node'] }).find(id);
    assert.ok(agent?.tools);
    return agent.tools({ program, env: home.env }).args;
  };

  it('are called by claude without asking anybody', async () => {
    const [cwd, spool] = [join(folder, 'claude'), join(folder, 'claude spool')];
    mkdirSync(cwd);
    mkdirSync(spool);
    execFileSync('git', ['init', '-q', cwd]);
    const steps = [{ tool: 'mcp__mam__job_progress', input: { text: 'half way' } }, { text: 'Done.' }];
    const prompt = `Do it.\nSCRIPT:${JSON.stringify(steps)}\nThat is all.`;
    const own = { MAM_JOB: 'j1', MAM_ATTEMPT: '1', MAM_TOKEN: token, MAM_SPOOL: spool };
    const args = ['-p', ...argsOf('claude'), '--permission-mode', 'default', '--', prompt];
    const printed = await start('claude', args, { ...home.env, MAM_NODE: process.execPath, ...own }, cwd);
    const names = readdirSync(spool).filter((name) => name.endsWith('.json'));
    assert.equal(names.length, 1, printed);
    const parsed = parseSpoolEvent(readFileSync(join(spool, names[0]!), 'utf8'));
    assert.ok(parsed.ok && parsed.value.type === 'jobEvent');
    assert.deepEqual([parsed.value.job, parsed.value.kind, parsed.value.text], ['j1', 'progress', 'half way']);
  });

  it('are known to codex, with the variables that they need', async () => {
    const printed = await start('codex', [...argsOf('codex'), 'mcp', 'list', '--json'], home.env, folder);
    const [server]: { name: string; enabled: boolean; transport: Record<string, unknown> }[] = JSON.parse(printed);
    assert.deepEqual([server?.name, server?.enabled], ['mam', true]);
    const { command, args, env_vars: names } = server?.transport ?? {};
    assert.deepEqual([command, args], [program, ['mcp']]);
    assert.ok(Array.isArray(names) && names.includes('MAM_SPOOL') && names.includes('MAM_TOKEN'));
  });
});
