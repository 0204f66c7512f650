import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parseSpoolEvent } from '../../../src/protocol/spool.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { until } from '../../until.ts';

const token = 'x'.repeat(43);

describe('mam mcp', () => {
  let mam: MamCommand;
  let spool: string;
  before(async function () {
    if (process.platform === 'win32') this.skip();
    mam = await createMamCommand();
    spool = join(mam.repository, '.git/mam/spool');
    await mkdir(spool, { recursive: true });
  });
  after(() => mam?.dispose());

  const withClient = async (
    env: Readonly<Record<string, string>>,
    body: (client: Client, transport: StdioClientTransport) => Promise<void>,
  ): Promise<void> => {
    const all = Object.entries({ ...mam.env, ...env }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const transport = new StdioClientTransport({
      command: join(import.meta.dirname, '../../../dist/bin/mam'),
      args: ['mcp'],
      cwd: mam.repository,
      env: Object.fromEntries(all),
      stderr: 'ignore',
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    try {
      await body(client, transport);
    } finally {
      await client.close();
    }
  };
  const call = async (client: Client, name: string, args: Readonly<Record<string, unknown>> = {}) => {
    const result = await client.callTool({ name, arguments: { ...args } });
    const content: unknown = result.content;
    assert.ok(Array.isArray(content) && content.length === 1);
    return { isError: result.isError === true, text: String(content[0].text) };
  };
  const said = async () => {
    const names = (await readdir(spool)).filter((name) => name.endsWith('.json')).toSorted();
    return Promise.all(
      names.map(async (name) => {
        const parsed = parseSpoolEvent(await readFile(join(spool, name), 'utf8'));
        assert.ok(parsed.ok && parsed.value.type === 'jobEvent');
        return parsed.value;
      }),
    );
  };

  it('offers what a job may say, and looks; nothing that only a person may do', () =>
    withClient({}, async (client) => {
      const { tools } = await client.listTools();
      const names = tools.map(({ name }) => name);
      assert.deepEqual(names.toSorted(), [
        'job_completed',
        'job_error',
        'job_permission_required',
        'job_progress',
        'job_started',
        'mam_explain_gate',
        'mam_list_jobs',
        'mam_list_tasks',
        'mam_read_job',
        'mam_status',
      ]);
      for (const tool of tools) assert.equal(tool.annotations?.readOnlyHint, tool.name.startsWith('mam_'), tool.name);
      assert.ok(tools.every((tool) => (tool.description ?? '').length > 20));
    }));

  it('says what a job says, by the pass of its brief, and hands in its report', async () => {
    const folder = join(mam.repository, '.mam/jobs/j1/2');
    await mkdir(folder, { recursive: true });
    const pass = join(folder, 'pass.json');
    const report = join(folder, 'report.md');
    await writeFile(pass, JSON.stringify({ v: 1, job: 'j1', attempt: 2, token, spool, report }));
    await withClient({}, async (client) => {
      await call(client, 'job_started', { pass });
      await call(client, 'job_progress', { pass, text: `it's "half" $done`, data: { files: 2 } });
      await call(client, 'job_permission_required', { pass, text: 'May I?' });
      const done = await call(client, 'job_completed', { pass, report: '# Done\n\n[VERDICT: PASS]\n' });
      assert.deepEqual([done.isError, JSON.parse(done.text).kind], [false, 'completed']);
      await call(client, 'job_error', { pass, text: 'No.' });
    });
    const messages = await said();
    assert.deepEqual(
      messages.map(({ job, attempt, kind, text }) => [job, attempt, kind, text]),
      [
        ['j1', 2, 'started', ''],
        ['j1', 2, 'progress', `it's "half" $done`],
        ['j1', 2, 'permission_required', 'May I?'],
        ['j1', 2, 'completed', ''],
        ['j1', 2, 'error', 'No.'],
      ],
    );
    assert.equal(await readFile(report, 'utf8'), '# Done\n\n[VERDICT: PASS]\n');
    const { sha256 } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    assert.equal(messages[3]?.data?.['report'], sha256);
  });

  it('writes nothing for a pass of the agent’s own making', async () => {
    const folder = join(mam.folder, 'work');
    await mkdir(folder, { recursive: true });
    const pass = join(folder, 'pass.json');
    const target = join(mam.folder, 'of the user');
    await writeFile(target, 'Mine.');
    await writeFile(pass, JSON.stringify({ v: 1, job: 'j1', attempt: 2, token, spool: folder, report: target }));
    await withClient({}, async (client) => {
      const { text } = await call(client, 'job_completed', { pass, report: 'Owned.' });
      assert.match(text, /\[event\.passBroken\]$/);
    });
    assert.equal(await readFile(target, 'utf8'), 'Mine.');
    assert.deepEqual(await readdir(folder), ['pass.json']);
  });

  it('speaks for the job of its environment where no pass is named, and says why it can’t', async () => {
    const env = { MAM_JOB: 'lane', MAM_ATTEMPT: '1', MAM_TOKEN: token, MAM_SPOOL: spool };
    await withClient(env, async (client) => {
      assert.equal((await call(client, 'job_progress', { text: 'x' })).isError, false);
      const refused = await call(client, 'job_completed', { report: 'Done.' });
      assert.deepEqual([refused.isError, refused.text.endsWith('[event.noReport]')], [true, true]);
      const gone = await call(client, 'job_progress', { text: 'x', pass: '/nowhere/pass.json' });
      assert.match(gone.text, /\[event\.passGone\]$/);
      const wrong = await call(client, 'job_progress', { text: 7 });
      assert.ok(wrong.isError && wrong.text.includes('text'), wrong.text);
    });
    assert.deepEqual((await said()).at(-1)?.job, 'lane');
    await withClient({}, async (client) => {
      const none = await call(client, 'job_started');
      assert.match(none.text, /\[event\.noPass\]$/);
    });
  });

  it('looks at the repository, and takes no name for an option', () =>
    withClient({ MAM_JOB: 'lane' }, async (client) => {
      const status = JSON.parse((await call(client, 'mam_status')).text);
      assert.equal(status.controlRoot, mam.repository);
      const queue = JSON.parse((await call(client, 'mam_list_tasks')).text);
      assert.ok(queue.tasks.length > 0);
      const before = await mam.git('rev-parse', 'HEAD');
      for (const [tool, args] of [
        ['mam_explain_gate', { task: '--allow-check' }],
        ['mam_read_job', { job: '--failed' }],
        ['mam_explain_gate', { task: 'T-9999-0001' }],
        ['mam_read_job', { job: 'nothing' }],
      ] as const) {
        const { isError, text } = await call(client, tool, args);
        assert.ok(isError && JSON.parse(text).error.code !== 'cli.unknownOption', text);
      }
      assert.deepEqual(JSON.parse((await call(client, 'mam_list_jobs')).text).jobs ?? [], []);
      assert.equal(await mam.git('rev-parse', 'HEAD'), before);
    }));

  it('ends when its client goes, and refuses arguments', async () => {
    let pid = 0;
    await withClient({}, async (_client, transport) => {
      pid = transport.pid ?? 0;
      assert.ok(pid > 0);
    });
    await until('its end', () => {
      try {
        process.kill(pid, 0);
        return false;
      } catch {
        return true;
      }
    });
    const ended = await mam.run('mcp', '--port', '1');
    assert.deepEqual([ended.code, /\[cli\.unknownOption\]/.test(ended.err)], [2, true], ended.err);
    assert.match((await mam.run('mcp', '--help')).out, /mam mcp/);
  });
});
