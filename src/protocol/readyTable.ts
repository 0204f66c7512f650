import { fencedLines } from '../base/fencedLines.ts';

/** What a row says of a task. */
export interface ReadyRow {
  readonly id: string;
  readonly status: string;
  readonly ownerRole: string | null;
  readonly context: string;
}

type Column = 'order' | 'id' | 'status' | 'owner' | 'why';

const columns: readonly (readonly [heading: RegExp, column: Column])[] = [
  [/^(?:order|#|no\.?|순서|번호)$/i, 'order'],
  [/^(?:id|task|작업)$/i, 'id'],
  [/^(?:status|상태)$/i, 'status'],
  [/^(?:owner(?: role)?|담당(?: 역할)?|역할)$/i, 'owner'],
  [/^(?:why\b.*|reason|이유.*)$/i, 'why'],
];

const examples = /^## Examples[ \t]*#*[ \t]*$/;
const delimiter = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const entry = /^ {0,3}##\s*[`*_[]*T-\d+-\d+/i;

/**
 * A queue in the full form has a table of what is ready, and a section of examples below it: there a task gets a row at
 * the end of the table, whatever stands between the two. Any other queue stays as it is.
 */
export function addReadyRow(text: string, row: ReadyRow, eol: string): string {
  const lines = fencedLines(text, (line) => entry.test(line));
  const plain = lines.map((line) => (line.fenced ? '' : line.text));
  const end = plain.findIndex((line) => examples.test(line));
  const firstEntry = plain.findIndex((line) => entry.test(line));
  const last = firstEntry === -1 ? end : Math.min(end, firstEntry);
  if (end === -1) return text;
  const head = plain.findIndex(
    (line, i) => i < last && delimiter.test(plain[i + 1] ?? '') && columnsOf(line).includes('id'),
  );
  if (head === -1) return text;
  let after = head + 2;
  while (after < last && /^[ \t]*\|/.test(plain[after] ?? '')) after += 1;
  const kinds = columnsOf(plain[head] ?? '');
  const before = plain.slice(head + 2, after).map(cells);
  const orders = before.map((one) => Number(one[kinds.indexOf('order')] ?? 0)).filter(Number.isSafeInteger);
  const words: Readonly<Record<Column, string>> = {
    order: String(Math.max(0, ...orders) + 1),
    id: row.id,
    status: row.status,
    owner: row.ownerRole ?? '',
    why: row.context,
  };
  const line = `| ${kinds.map((kind) => (kind === null ? '' : cell(words[kind]))).join(' | ')} |`;
  const at = startOf(text, after);
  return `${text.slice(0, at)}${line}${eol}${text.slice(at)}`;
}

const columnsOf = (line: string): readonly (Column | null)[] =>
  line.includes('|') ? cells(line).map((word) => columns.find(([heading]) => heading.test(word))?.[1] ?? null) : [];

const cells = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((one) => one.replaceAll('`', '').trim());

const cell = (text: string): string => text.replace(/\s+/g, ' ').trim().replaceAll('\\', '\\\\').replaceAll('|', '\\|');

/** Where the line of this index, from 0, begins in the text. */
function startOf(text: string, index: number): number {
  const breaks = /\r\n?|\n/g;
  for (let i = 0; i < index; i++) if (breaks.exec(text) === null) return text.length;
  return index === 0 ? 0 : breaks.lastIndex;
}
