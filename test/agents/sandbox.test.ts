import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { laneFiles } from '../../src/adapters/agents/agent.ts';
import type { LaneSpec } from '../../src/app/ports/agents.ts';
import { laneSpec } from '../builders/lane.ts';
import type { ModelStep } from '../fixtures/model-servers/script.ts';
import { supervised, type Supervised } from '../integration/support/supervised.ts';
import { agentEnvironment, startModelServers, type AgentEnvironment, type ModelServers } from './support.ts';

const never = new AbortController().signal;
const mam = `${process.execPath} ${join(import.meta.dirname, '../../src/cli/main.ts')}`;

describe('Reporting from the sandbox of the real codex', () => {
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

  const run = async (access: LaneSpec['access'], steps: readonly ModelStep[]) => {
    const cwd = join(place.root, `cwd-${access}`);
    const spool = join(place.root, 'mam/spool');
    mkdirSync(cwd);
    mkdirSync(spool, { recursive: true });
    execFileSync('git', ['init', '-q', cwd]);
    writeFileSync(join(cwd, 'README.md'), 'hello\n');
    const spec = laneSpec({
      id: access,
      agent: 'codex',
      access,
      cwd,
      folder: join(place.root, 'jobs', access),
      brief: `Do it.\nSCRIPT:${JSON.stringify(steps)}\nThat is all.`,
      env: {
        MAM_JOB: access,
        MAM_ATTEMPT: '1',
        MAM_TOKEN: 'x'.repeat(43),
        MAM_SPOOL: spool,
        MAM_CONTROL_ROOT: place.root,
      },
    });
    const told: string[] = [];
    const outcome = await place.lanes.run(spec, never, ({ text }) => told.push(text));
    return {
      outcome,
      told,
      spec,
      spooled: readdirSync(spool),
      heard: JSON.stringify(servers.openai.requests.at(-1)?.body),
    };
  };

  for (const access of ['write', 'read'] as const)
    it(`${access === 'write' ? 'workspace-write' : 'read-only'}: the last message is the report, its events are progress, mam event says why it can’t, and its job’s folder is closed`, async () => {
      const { outcome, told, spec, spooled, heard } = await run(access, [
        { tool: 'exec_command', input: { cmd: 'cat README.md' } },
        { tool: 'exec_command', input: { cmd: `echo forged > ${join(place.root, 'jobs', access, 'guard.jsonl')}` } },
        { tool: 'exec_command', input: { cmd: `${mam} event progress --text half-way; echo "code $?"` } },
        { text: 'All is said here.' },
      ]);
      assert.deepEqual(outcome.kind === 'report' && outcome.text, 'All is said here.');
      assert.equal(readFileSync(laneFiles(spec.folder).lastMessage, 'utf8').trim(), 'All is said here.');
      assert.ok(
        told.some((text) => text.includes('cat README.md')),
        told.join('\n'),
      );
      assert.match(heard, /mam: [^"]*can’t be written to: [^"]*\[spool\.unwritable\]/);
      assert.match(heard, /code 1/);
      assert.deepEqual(spooled, [], 'nothing came through, not even a part');
      assert.equal(existsSync(join(spec.cwd, 'mam')), false);
      assert.equal(
        existsSync(join(spec.folder, 'guard.jsonl')),
        false,
        'what MAM reads as evidence is not its to write',
      );
    });
});
