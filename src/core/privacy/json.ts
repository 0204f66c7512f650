import { closingQuote } from './jsonText.ts';
import { jsonFinding, valueMarker, type LabelRules } from './labels.ts';

/**
 * Audits a text that holds JSON, whole, line by line or torn: each string as what it stands for, each field by its name,
 * and what is no string as it stands. No string is hidden by another of the same name, and none by its spelling.
 */
export function auditJson(
  text: string,
  audit: (text: string) => readonly string[],
  labels: LabelRules,
): readonly string[] {
  const parts = new Set<string>();
  const outside: string[] = [];
  let at = 0;
  let isFilled = false;
  for (const { start, end } of literals(text)) {
    outside.push(text.slice(at, start), '""');
    at = end;
    const name = decode(text.slice(start, end));
    parts.add(name);
    if (isFilled || !labels.isLabel(name)) continue;
    const held = heldAt(text, end, labels.isWholeLabel(name));
    isFilled = held !== null && held !== '' && held !== valueMarker;
  }
  parts.add(outside.join('') + text.slice(at));
  // Two line breaks part them: nothing reaches over an empty line.
  return [...new Set([...audit([...parts].join('\n\n')), ...(isFilled ? [jsonFinding] : [])])];
}

/** Where strings of JSON lie, quotes included. A quote that no other closes in its line is none. */
function* literals(text: string): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = text.indexOf('"'); start !== -1;) {
    const end = closingQuote(text, start);
    if (text[end] === '"') yield { start, end: end + 1 };
    start = text.indexOf('"', end + 1);
  }
}

/** What the field that a string names holds, when that is a string, a number or, if `whole`, not empty; else null. */
function heldAt(text: string, end: number, whole: boolean): string | null {
  const colon = whole ? /\s*:\s*(?=["\d-]|[[{]\s*[^\s\]}])/y : /\s*:\s*(?=["\d-])/y;
  colon.lastIndex = end;
  const [found] = colon.exec(text) ?? [];
  if (found === undefined) return null;
  const start = end + found.length;
  if (text[start] !== '"') return 'something';
  const close = closingQuote(text, start);
  return decode(text.slice(start, close + 1));
}

function decode(literal: string): string {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : literal;
  } catch {
    return literal;
  }
}
