import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic } from 'vscode-languageserver/node';
import { insertBelow, lineText, removeLines, replaceLine } from './lines.ts';
import type { Fix } from './fix.ts';
import { t } from './translate.ts';

const pass = '[VERDICT: PASS]';
const notPass = '[VERDICT: NOT PASS]';

/** How a report gets its one verdict. Which one is for whoever wrote it to say, so neither is preferred. */
export function reportFixes(document: TextDocument, { code, range }: Diagnostic): readonly Fix[] {
  const line = range.start.line + 1;
  switch (code) {
    case 'verdict.empty':
    case 'verdict.missing':
      return [notPass, pass].map((verdict) => ({
        title: t('End the report with {verdict}', { verdict }),
        edits: [ending(document, line, verdict)],
      }));
    case 'verdict.several':
      return [{ title: t('Remove this verdict'), edits: [removeLines(line, 1)], preferred: true }];
    case 'verdict.blocked':
      return [
        {
          title: t('Write {verdict}', { verdict: notPass }),
          edits: [replaceLine(document, line, notPass)],
          preferred: true,
        },
      ];
    default:
      return [];
  }
}

/** A last line that was meant as a verdict gives way; any other stays. */
function ending(document: TextDocument, line: number, verdict: string) {
  const text = lineText(document, line - 1);
  if (text.trim() === '' || /^[\s*_`#+-]*\[verdict:[^\]]*\][\s*_`.]*$/i.test(text))
    return replaceLine(document, line, verdict);
  return insertBelow(document, line, `\n${verdict}\n`);
}
