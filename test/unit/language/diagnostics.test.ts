import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { diagnosticsOf, queueProblems } from '../../../src/language/diagnostics.ts';
import { parseQueue } from '../../../src/protocol/queue.ts';
import { documentOf } from './documents.ts';

const diagnose = (text: string) => diagnosticsOf(documentOf(text), queueProblems(parseQueue(text)));
const checks = '### Validation Commands\n\n```sh\nnpm test\n```\n\nSee `a.ts`.\n';
const task = (...lines: readonly string[]): string => `## T-2026-0001 - First\n\n${lines.join('\n')}\n\n${checks}`;

describe('diagnostics of a queue', () => {
  it('has none for a whole queue', () => assert.deepEqual(diagnose(`# Queue\n\n${task('- Status: ready')}`), []));

  it('says what is wrong, where, and how to mend it', () => {
    assert.deepEqual(diagnose(task('- Status: ready', '- Priority: high  ')), [
      {
        range: { start: { line: 3, character: 0 }, end: { line: 3, character: 16 } },
        severity: DiagnosticSeverity.Warning,
        code: 'queue.unknownPriority',
        source: 'MAM',
        message: 'T-2026-0001 has the unknown priority "high", so it comes last. Use P0 to P9.',
      },
    ]);
  });

  const found: Readonly<Record<string, readonly [text: string, severity: DiagnosticSeverity, covered: string]>> = {
    'queue.badHeading': ['  ## T-2026-0001: First  ', DiagnosticSeverity.Error, '## T-2026-0001: First'],
    'queue.duplicateId': [
      `${task('- Status: ready')}## T-2026-0001 - Again`,
      DiagnosticSeverity.Error,
      '## T-2026-0001 - Again',
    ],
    'queue.unclosedFence': [`${task('- Status: ready')}~~~ text\n`, DiagnosticSeverity.Error, '~~~ text'],
    'queue.unknownStatus': [task('* Status: soon'), DiagnosticSeverity.Warning, '* Status: soon'],
    'queue.noStatus': [task(''), DiagnosticSeverity.Warning, '## T-2026-0001 - First'],
    'queue.unknownPriority': [task('- Status: done', '- Priority: P10'), DiagnosticSeverity.Warning, '- Priority: P10'],
    'queue.badClaim': [task('- Status: done', '- Claims: /etc'), DiagnosticSeverity.Warning, '- Claims: /etc'],
    'queue.badDependency': [
      task('- Status: ready', '- Depends on: the parser'),
      DiagnosticSeverity.Warning,
      '- Depends on: the parser',
    ],
    'queue.unknownDependency': [
      task('- Status: ready', '- Depends on: `T-2026-0009`'),
      DiagnosticSeverity.Warning,
      '- Depends on: `T-2026-0009`',
    ],
    'queue.cyclicDependency': [
      task('- Status: ready', '- Depends on: T-2026-0001'),
      DiagnosticSeverity.Warning,
      '- Depends on: T-2026-0001',
    ],
    'queue.secretCheck': [
      task('- Status: done').replace('npm test', `push ghp_${'a1B2'.repeat(9)}`),
      DiagnosticSeverity.Error,
      `push ghp_${'a1B2'.repeat(9)}`,
    ],
    'check.needsShell': [task('- Status: done').replace('npm test', ' a | b'), DiagnosticSeverity.Warning, 'a | b'],
    'queue.noClaims': [
      task('- Status: ready').replace('`a.ts`', 'it'),
      DiagnosticSeverity.Information,
      '## T-2026-0001 - First',
    ],
    'queue.fieldTwice': [task('- Status: done', '- Status: ready'), DiagnosticSeverity.Information, '- Status: ready'],
    'queue.lateField': [task('- Status: done', '### A', '- Title: B'), DiagnosticSeverity.Information, '- Title: B'],
    'queue.noChecks': [
      '## T-2026-0001 - First\n- Status: ready\n`a.ts`',
      DiagnosticSeverity.Warning,
      '## T-2026-0001 - First',
    ],
  };
  for (const [code, [text, severity, covered]] of Object.entries(found))
    for (const eol of ['\n', '\r\n', '\r'])
      it(`${code} with ${JSON.stringify(eol)}`, () => {
        const other = text.replaceAll('\n', eol);
        const document = documentOf(other);
        assert.deepEqual(
          diagnose(other).map((one) => [one.code, one.severity, document.getText(one.range)]),
          [[code, severity, covered]],
        );
      });

  it('stays within one line of the document, whatever the text is', () => {
    const part = fc.constantFrom(
      '## T-2026-0001 - A',
      '## T-1-1',
      '- Status: x',
      '```',
      ' ',
      '\n',
      '\r',
      '\r\n',
      '\u2028',
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('');
        const document = documentOf(text);
        for (const { range } of diagnose(text)) {
          assert.equal(range.start.line, range.end.line);
          assert.ok(range.start.character < range.end.character);
          assert.deepEqual(document.positionAt(document.offsetAt(range.end)), range.end);
        }
      }),
    );
  });
});
