import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { useTempFolder } from '../tempFolder.ts';
import { queueText } from '../builders/queueText.ts';
import { startLanguageServer, type LanguageServer } from './support/languageServer.ts';

const uri = 'file:///repo/tasks/queue.md';
const textDocument = { uri };
const published = z.object({
  version: z.number().optional(),
  diagnostics: z.array(z.object({ code: z.string(), message: z.string() })),
});
const labelled = z.object({ items: z.array(z.object({ label: z.string() })) });
const named = z.array(z.object({ name: z.string() }));

describe('the language server as a process', () => {
  const folder = useTempFolder();
  let server: LanguageServer;
  beforeEach(() => (server = startLanguageServer()));
  afterEach(async () => {
    server.hangUp();
    await server.exitCode;
  });

  const initialize = async (initializationOptions?: unknown) => {
    const answer = await server.request('initialize', {
      processId: null,
      rootUri: null,
      capabilities: {},
      initializationOptions,
    });
    server.notify('initialized', {});
    return answer.result;
  };
  const open = (text: string): void =>
    server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'markdown', version: 1, text } });
  /** Replaces what stands between two columns of one line. */
  const change = (version: number, line: number, from: number, to: number, text: string): void =>
    server.notify('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range: { start: { line, character: from }, end: { line, character: to } }, text }],
    });
  /** Code and sentence of each diagnostic of a version; of a closed document without one. */
  const diagnostics = async (version?: number): Promise<readonly string[]> => {
    const params = await server.notification(
      'textDocument/publishDiagnostics',
      (one) => published.parse(one).version === version,
    );
    return published.parse(params).diagnostics.map(({ code, message }) => `${code}: ${message}`);
  };
  const ask = async (method: string, line: number, character: number): Promise<unknown> =>
    (await server.request(method, { textDocument, position: { line, character } })).result;

  it('says what it can do', async () => {
    assert.deepEqual(await initialize(), {
      capabilities: {
        textDocumentSync: 2,
        completionProvider: { triggerCharacters: [':', ' ', '`', '/', '-'] },
        documentSymbolProvider: true,
        hoverProvider: true,
        definitionProvider: true,
        codeLensProvider: {},
        codeActionProvider: { codeActionKinds: ['quickfix', 'refactor.rewrite'] },
      },
      serverInfo: { name: 'Multi-Agent Mux' },
    });
  });

  it('follows a document with its diagnostics', async () => {
    await initialize();
    open(queueText({ id: 'T-2026-0001', status: 'soon', claims: 'src/**' }));
    assert.deepEqual(await diagnostics(1), [
      'queue.unknownStatus: T-2026-0001 has the unknown status "soon". Use one of backlog, ready, todo, running, in_progress, blocked, review, done.',
    ]);
    change(2, 4, 10, 14, 'ready');
    assert.deepEqual(await diagnostics(2), []);
    change(3, 2, 14, 16, ':');
    assert.deepEqual(await diagnostics(3), [
      'queue.badHeading: Line 3 is no task heading. Write it as "## T-2026-0001 - Title".',
    ]);
    server.notify('textDocument/didClose', { textDocument });
    assert.deepEqual(await diagnostics(), []);
  });

  it('answers about the version that it was told last', async () => {
    await initialize();
    open(queueText({ id: 'T-2026-0001', title: 'First', priority: 'P1' }));
    change(2, 4, 10, 15, '');
    const { items } = labelled.parse(await ask('textDocument/completion', 4, 10));
    assert.deepEqual(items.map(({ label }) => label).slice(0, 3), ['backlog', 'ready', 'todo']);
    change(3, 4, 10, 10, 'done');
    assert.deepEqual(await ask('textDocument/hover', 2, 5), {
      contents: { kind: 'plaintext', value: 'T-2026-0001 - First\nStatus: done\nPriority: P1' },
      range: { start: { line: 2, character: 3 }, end: { line: 2, character: 14 } },
    });
    const symbols = (await server.request('textDocument/documentSymbol', { textDocument })).result;
    assert.deepEqual(
      named.parse(symbols).map(({ name }) => name),
      ['T-2026-0001 First'],
    );
  });

  it('has no answer about a document that is not open', async () => {
    await initialize();
    assert.equal(await ask('textDocument/hover', 0, 0), null);
    assert.equal(await ask('textDocument/completion', 0, 0), null);
  });

  it('refuses what it does not know, and goes on', async () => {
    await initialize();
    assert.equal((await server.request('textDocument/nonsense', {})).error?.code, -32601);
    open('');
    assert.deepEqual(await diagnostics(1), []);
  });

  it('speaks the language that the client names', async () => {
    const file = join(folder(), 'bundle.l10n.de.json');
    const template = 'Line {line} is no task heading. Write it as "## T-2026-0001 - Title".';
    await writeFile(file, JSON.stringify({ [template]: 'Zeile {line} ist keine Überschrift einer Aufgabe.' }));
    await initialize({ translations: pathToFileURL(file).href });
    open('## T-2026-0001: Titel');
    assert.deepEqual(await diagnostics(1), ['queue.badHeading: Zeile 1 ist keine Überschrift einer Aufgabe.']);
  });

  it('speaks a language that MAM has when the client names no file', async () => {
    await server.request('initialize', { processId: null, rootUri: null, capabilities: {}, locale: 'ko-KR' });
    server.notify('initialized', {});
    open('## T-2026-0001: Title');
    assert.match((await diagnostics(1))[0] ?? '', /^queue\.badHeading: .*[가-힣]/);
  });

  it('stays with English when the translations can not be read, and says so', async () => {
    await initialize({ translations: pathToFileURL(join(folder(), 'none.json')).href });
    open('## T-2026-0001: Title');
    assert.match((await diagnostics(1))[0] ?? '', /^queue\.badHeading: Line 1 is no task heading/);
    assert.match(JSON.stringify(await server.notification('window/logMessage', () => true)), /none\.json/);
  });

  it('keeps up with typing in a queue of 5,000 lines', async () => {
    await initialize();
    const entries = Array.from({ length: 400 }, (_, i) => ({ id: `T-2026-${String(i + 1).padStart(4, '0')}` }));
    const text = queueText(...entries);
    assert.ok(text.split('\n').length > 5_000);
    open(text);
    await diagnostics(1);
    const start = performance.now();
    for (let version = 2; version <= 21; version++) {
      change(version, 4, 10, 10, 'x');
      await ask('textDocument/completion', 4, 11);
      await server.request('textDocument/documentSymbol', { textDocument });
    }
    assert.match((await diagnostics(21))[0] ?? '', /unknown status "x{20}ready"/);
    // Twenty keystrokes: nobody types faster.
    assert.ok(performance.now() - start < 3_000, `${performance.now() - start} ms`);
  });

  it('ends with 0 after it was told to', async () => {
    await initialize();
    await server.request('shutdown', null);
    server.notify('exit', null);
    assert.equal(await server.exitCode, 0);
  });

  it('ends when its client is gone', async () => {
    await initialize();
    server.hangUp();
    assert.equal(await server.exitCode, 1);
  });
});
