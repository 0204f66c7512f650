import assert from 'node:assert/strict';
import { SymbolKind } from 'vscode-languageserver/node';
import { symbolsOf } from '../../../src/language/symbols.ts';
import { parseQueue } from '../../../src/protocol/queue.ts';
import { documentOf } from './documents.ts';

const symbols = (text: string) => symbolsOf(documentOf(text), parseQueue(text));

describe('symbols of a queue', () => {
  it('has one a task, over its whole entry', () => {
    const text = '# Queue\n\n## T-2026-0001 - First\n\n- Status: ready\n\nText\n\n## T-2026-0002 - Second\n';
    assert.deepEqual(symbols(text), [
      {
        name: 'T-2026-0001 First',
        detail: 'ready',
        kind: SymbolKind.Event,
        range: { start: { line: 2, character: 0 }, end: { line: 6, character: 4 } },
        selectionRange: { start: { line: 2, character: 0 }, end: { line: 2, character: 22 } },
      },
      {
        name: 'T-2026-0002 Second',
        detail: '',
        kind: SymbolKind.Event,
        range: { start: { line: 8, character: 0 }, end: { line: 8, character: 23 } },
        selectionRange: { start: { line: 8, character: 0 }, end: { line: 8, character: 23 } },
      },
    ]);
  });

  it('leaves out what is no task', () =>
    assert.deepEqual(symbols('# Queue\n## T-2026-0001: Colon\n```\n## T-2026-0002 - Example\n```\n'), []));
});
