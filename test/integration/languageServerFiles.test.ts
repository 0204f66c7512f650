import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { stateMethod, type LanguageState } from '../../src/protocol/languageState.ts';
import { queueText } from '../builders/queueText.ts';
import { useTempFolder } from '../tempFolder.ts';
import { until } from '../until.ts';
import { startLanguageServer, type LanguageServer } from './support/languageServer.ts';

const published = z.object({
  uri: z.string(),
  version: z.number().optional(),
  diagnostics: z.array(
    z.looseObject({ code: z.string(), range: z.looseObject({ start: z.looseObject({ line: z.number() }) }) }),
  ),
});
const listed = z.object({ items: z.array(z.object({ label: z.string() })) });
const located = z.array(z.object({ uri: z.string(), range: z.object({ start: z.object({ line: z.number() }) }) }));
const lens = z.array(z.object({ command: z.object({ title: z.string(), arguments: z.array(z.string()) }) }));
const action = z.array(
  z.object({
    title: z.string(),
    edit: z.object({ changes: z.record(z.string(), z.array(z.object({ newText: z.string() }))) }),
  }),
);

describe('the language server in a checkout', () => {
  const folder = useTempFolder();
  let server: LanguageServer;
  beforeEach(async () => {
    server = startLanguageServer();
    await server.request('initialize', {
      processId: null,
      rootUri: null,
      capabilities: { workspace: { codeLens: { refreshSupport: true } } },
    });
    server.notify('initialized', {});
  });
  afterEach(async () => {
    server.hangUp();
    await server.exitCode;
  });

  const uriOf = (path: string): string => pathToFileURL(join(folder(), path)).href;
  const write = async (path: string, text: string): Promise<string> => {
    await mkdir(dirname(join(folder(), path)), { recursive: true });
    await writeFile(join(folder(), path), text);
    return text;
  };
  /** Writes a file, opens it, and gives its URI. */
  const open = async (path: string, text: string, version = 1): Promise<string> => {
    await write(path, text);
    const uri = uriOf(path);
    server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'markdown', version, text } });
    return uri;
  };
  const diagnostics = async (uri: string, version = 1) => {
    const params = await server.notification('textDocument/publishDiagnostics', (one) => {
      const told = published.parse(one);
      return told.uri === uri && told.version === version;
    });
    return published.parse(params).diagnostics;
  };
  const codes = async (uri: string, version = 1): Promise<readonly string[]> =>
    (await diagnostics(uri, version)).map(({ code }) => code);
  const ask = async (method: string, uri: string, line = 0, character = 0): Promise<unknown> =>
    (await server.request(method, { textDocument: { uri }, position: { line, character } })).result;

  it('completes paths of the checkout, and none outside of it', async () => {
    await write('src/a.ts', '');
    await symlink('/', join(folder(), 'out'));
    await write('.git/config', '');
    const uri = await open('tasks/queue.md', '`src/` `out/` `` `.git/` ');
    const labels = async (character: number) =>
      listed.parse(await ask('textDocument/completion', uri, 0, character)).items.map(({ label }) => label);
    assert.deepEqual(await labels(5), ['a.ts']);
    assert.deepEqual(await labels(12), []);
    assert.deepEqual(await labels(15), ['out', 'src/', 'tasks/']);
    assert.deepEqual(await labels(23), [], 'nothing of git’s');
  });

  it('leads from a task to its plan and back, whether the queue is open or not', async () => {
    const text = await write(
      'tasks/queue.md',
      queueText({ id: 'T-2026-0001' }, { id: 'T-2026-0002', goal: '[Plan](../docs/plans/b.md)' }),
    );
    const plan = await open('docs/plans/b.md', '# Plan\n\nFor T-2026-0002.\n');
    const from = async (uri: string, line: number, character: number) =>
      located.parse(await ask('textDocument/definition', uri, line, character)).map((one) => one);
    const second = text.split('\n').findIndex((line) => line.includes('T-2026-0002'));
    const back = [{ uri: uriOf('tasks/queue.md'), range: { start: { line: second } } }];
    assert.deepEqual(await from(plan, 2, 8), back);
    assert.deepEqual(await from(plan, 0, 3), back);
    const queue = await open('tasks/queue.md', text);
    assert.deepEqual(await from(queue, second, 5), [{ uri: plan, range: { start: { line: 0 } } }]);
    assert.deepEqual(await from(queue, 2, 5), []);
  });

  it('looks at a plan again when the queue changed', async () => {
    const text = queueText({ id: 'T-2026-0001' });
    const queue = await open('tasks/queue.md', text);
    const plan = await open('docs/plans/b.md', '# Plan of T-2026-0002\n');
    assert.deepEqual(await codes(plan), ['plan.unknownTask']);
    server.notify('textDocument/didChange', {
      textDocument: { uri: queue, version: 2 },
      contentChanges: [{ text: `${text}${queueText({ id: 'T-2026-0002' })}` }],
    });
    await server.notification('textDocument/publishDiagnostics', (one) => {
      const told = published.parse(one);
      return told.uri === plan && told.diagnostics.length === 0;
    });
  });

  it('looks for the plans of a queue when something is saved', async () => {
    const queue = await open('tasks/queue.md', queueText({ id: 'T-2026-0001', goal: '[Plan](../docs/plans/b.md)' }));
    const toldOf = (wanted: readonly string[]) =>
      server.notification('textDocument/publishDiagnostics', (one) => {
        const told = published.parse(one);
        return told.uri === queue && told.diagnostics.map(({ code }) => code).join() === wanted.join();
      });
    const told = published.parse(await toldOf(['queue.noClaims', 'queue.missingPlan']));
    const link = queueText({ id: 'T-2026-0001', goal: '[Plan](../docs/plans/b.md)' }).split('\n');
    assert.equal(
      told.diagnostics[1]?.range.start.line,
      link.findIndex((line) => line.includes('docs/plans')),
    );
    await write('docs/plans/b.md', '# Plan\n');
    const before = server.received.length;
    server.notify('textDocument/didSave', { textDocument: { uri: queue } });
    await until('the plan was found', () =>
      server.received.slice(before).some(({ params }) => published.safeParse(params).data?.diagnostics.length === 1),
    );
  });

  it('tells a reviewer’s report from a writer’s by their briefs, and mends the one', async () => {
    const brief = (kind: string): string =>
      `MAM-BRIEF: ${JSON.stringify({ job: '1', attempt: 1, round: 1, kind, session: 's', role: 'R', task: 'T-2026-0001' })}\n`;
    await write('.mam/jobs/1/brief.md', brief('review'));
    await write('.mam/jobs/2/brief.md', brief('implement'));
    const review = await open('.mam/jobs/1/report.md', 'Fine.\n');
    const writer = await open('.mam/jobs/2/report.md', 'Done.\n');
    const found = await diagnostics(review);
    assert.deepEqual(
      found.map(({ code }) => code),
      ['verdict.missing'],
    );
    assert.deepEqual(await codes(writer), []);
    const answer = await server.request('textDocument/codeAction', {
      textDocument: { uri: review },
      range: found[0]?.['range'],
      context: { diagnostics: found, only: ['quickfix'] },
    });
    const [first] = action.parse(answer.result);
    assert.equal(first?.title, 'End the report with [VERDICT: NOT PASS]');
    assert.equal(first?.edit.changes[review]?.[0]?.newText, '\n\n[VERDICT: NOT PASS]\n');
  });

  it('says that MAM wrote a file', async () => {
    const uri = await open('reports/agent_loop/active/assignments/reviewer.md', '# Active Assignment: Reviewer\n');
    assert.deepEqual(await codes(uri), ['ledger.generated']);
  });

  it('shows the state that the client tells, and has the lenses drawn anew', async () => {
    const uri = await open('tasks/queue.md', queueText({ id: 'T-2026-0001' }, { id: 'T-2026-0002', status: 'done' }));
    const titles = async () =>
      lens.parse(await ask('textDocument/codeLens', uri)).map(({ command }) => [command.title, ...command.arguments]);
    assert.deepEqual(await titles(), [['Start loop on this task', 'T-2026-0001']]);
    const state: LanguageState = {
      root: folder(),
      tasks: [{ id: 'T-2026-0001', words: 'running', missing: [], startable: false }],
      roles: [],
    };
    server.notify(stateMethod, state);
    await server.serverRequest('workspace/codeLens/refresh');
    assert.deepEqual(await titles(), []);
    const hover = async () => JSON.stringify(await ask('textDocument/hover', uri, 2, 5));
    assert.match(await hover(), /Priority: P2\\nNow: running"/);
    // Another name of the same folder, and then another folder.
    await symlink(folder(), join(folder(), 'again'));
    server.notify(stateMethod, { ...state, root: join(folder(), 'again') });
    assert.match(await hover(), /running/);
    server.notify(stateMethod, { ...state, root: join(folder(), 'tasks') });
    assert.doesNotMatch(await hover(), /running/);
    server.notify(stateMethod, { root: join(folder(), 'tasks'), tasks: [], roles: [] });
    assert.deepEqual(await titles(), []);
    server.notify(stateMethod, { tasks: 'nonsense' });
    assert.deepEqual(await titles(), [['Start loop on this task', 'T-2026-0001']]);
  });

  it('offers another status for a task that is right', async () => {
    const uri = await open('tasks/queue.md', queueText({ id: 'T-2026-0001' }));
    const at = { line: 2, character: 0 };
    const answer = await server.request('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: at, end: at },
      context: { diagnostics: [], only: ['refactor'] },
    });
    const titles = action.parse(answer.result).map(({ title }) => title);
    assert.ok(titles.includes('Set the status to done') && !titles.includes('Set the status to ready'));
  });
});
