import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { parseQueue } from '../../src/protocol/queue.ts';
import { queueText } from '../builders/queueText.ts';
import { paired, type Bench } from './bench.ts';

const server = join(import.meta.dirname, '../../dist/language-server.cjs');
const uri = 'file:///repo/tasks/queue.md';
const lines = 5_000;
const linesOfEntry = 16;
const edits = 200;

const text = queueText(
  ...Array.from({ length: Math.ceil(lines / linesOfEntry) }, (_, i) => ({
    id: `T-2026-${String(i + 1).padStart(4, '0')}`,
    claims: '`src/fetch.ts`, test/fetch/**',
    goal: 'A failed request is tried three times.\nThen it is reported with `src/report.ts`.',
  })),
);

/** Opens the queue in a server; `edit` types one character and waits for its diagnostics. */
async function openQueue() {
  const child = spawn(process.execPath, [server, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const waiting = new Map<number, () => void>();
  connection.onNotification('textDocument/publishDiagnostics', ({ version }: { readonly version: number }) => {
    waiting.get(version)?.();
    waiting.delete(version);
  });
  connection.listen();
  const told = (version: number): Promise<void> => new Promise((resolve) => waiting.set(version, resolve));
  await connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
  const first = told(1);
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'markdown', version: 1, text },
  });
  await first;
  const count = text.split('\n').length;
  let version = 1;
  return {
    edit: async (): Promise<void> => {
      version++;
      // All over the file, in headings, bullets and code alike.
      const at = { line: (version * 997) % count, character: 0 };
      const answered = told(version);
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ range: { start: at, end: at }, text: 'x' }],
      });
      await answered;
    },
    close: (): Promise<void> =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        connection.dispose();
        child.stdin.end();
      }),
  };
}

const language: Bench = {
  name: 'language server',
  async run() {
    const queue = await openQueue();
    const bare = (): unknown => parseQueue(text);
    try {
      for (let i = 0; i < 20; i++) {
        await queue.edit();
        bare();
      }
      const { a, ratio } = await paired(edits, queue.edit, bare);
      return [
        { label: 'queue of 5,000 lines: edit to diagnostics, median', value: a, unit: 'ms', bar: 50 },
        { label: 'queue of 5,000 lines: edit, against parsing it bare', value: ratio, unit: 'ratio', bar: 3 },
      ];
    } finally {
      await queue.close();
    }
  },
};

export const benches: readonly Bench[] = [language];
