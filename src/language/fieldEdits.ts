import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextEdit } from 'vscode-languageserver/node';
import type { QueueEntry } from '../protocol/queueEntry.ts';
import { insertBelow, lineText } from './lines.ts';

const bulletOf = (label: string): RegExp => new RegExp(`^([-*][ \\t]+${label}[ \\t]*:[ \\t]*)(.*?)[ \\t]*$`, 'i');

/** 1-based line of the entry's bullet of that label before its first heading, or null. */
function bulletLine(document: TextDocument, { line, lastLine }: QueueEntry, label: string): number | null {
  for (let number = line + 1; number <= lastLine; number++) {
    const text = lineText(document, number - 1);
    if (/^ {0,3}#{1,6}(?:\s|$)/.test(text)) return null;
    if (bulletOf(label).test(text)) return number;
  }
  return null;
}

/** The lines of the bullet at a 1-based line: itself and what is indented below it, which belongs to nothing else. */
export function bulletLines(document: TextDocument, number: number): readonly string[] {
  const lines = [lineText(document, number - 1)];
  while (number + lines.length <= document.lineCount) {
    const next = lineText(document, number - 1 + lines.length);
    if (!/^[ \t]+\S/.test(next)) break;
    lines.push(next);
  }
  return lines;
}

/** Where a new bullet goes: below the last field of the entry, else below its heading with an empty line between. */
function placeForBullet(document: TextDocument, { line, lastLine }: QueueEntry): { line: number; gap: string } {
  let last = 0;
  for (let number = line + 1; number <= lastLine; number++) {
    const text = lineText(document, number - 1);
    if (/^ {0,3}#{1,6}(?:\s|$)/.test(text)) break;
    if (/^[-*][ \t]+[A-Za-z][A-Za-z \t]*:/.test(text)) last = number;
    else if (last > 0 && !/^[ \t]+[-*]/.test(text)) break;
    else if (last > 0) last = number;
  }
  return last > 0 ? { line: last, gap: '' } : { line, gap: '\n' };
}

/** Gives a field of an entry another value: in its bullet, or in a new one. */
export function setField(document: TextDocument, entry: QueueEntry, label: string, value: string): TextEdit {
  const number = bulletLine(document, entry, label);
  if (number === null) {
    const { line, gap } = placeForBullet(document, entry);
    return insertBelow(document, line, `${gap}- ${label}: ${value}`);
  }
  const text = lineText(document, number - 1);
  const [, before = '', old = ''] = bulletOf(label).exec(text) ?? [];
  const ticked = /^`[^`]*`$/.test(old) ? `\`${value}\`` : value;
  const gap = before.endsWith(':') ? ' ' : '';
  return {
    range: {
      start: { line: number - 1, character: before.length },
      end: { line: number - 1, character: text.length },
    },
    newText: gap + ticked,
  };
}
