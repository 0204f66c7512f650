import { fencedLines } from '../../base/fencedLines.ts';
import type { HandoffRules } from './types.ts';

/** Hand-over notes as they are written: their heading, and each field by its letters and digits. */
export interface HandoffNotes {
  readonly heading: string;
  readonly fields: ReadonlyMap<string, string>;
}

const headingLine = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const bullet = /^[-*][ \t]+([^:：\n]+)[:：](.*)$/u;

/** A label's letters and digits, by which it is known. */
export const labelKey = (label: string): string =>
  label
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** A value without back-ticks, the marks of bold text and white space around it. */
const plain = (value: string): string => value.replaceAll('`', '').replace(/^[\s*]+|[\s*]+$/g, '');

const begins = (heading: string, starts: readonly string[]): boolean =>
  starts.some(
    (start) =>
      heading.toLowerCase().startsWith(start.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(heading.slice(start.length)),
  );

/** The last notes of some texts, taken one after another, up to where they end; null when none has any. The first value of a label counts. */
export function readNotes(
  texts: readonly string[],
  { headings, otherHeadings }: Pick<HandoffRules, 'headings' | 'otherHeadings'>,
): HandoffNotes | null {
  let notes: { readonly heading: string; readonly fields: Map<string, string> } | null = null;
  for (const text of texts) {
    let label: string | null = null;
    for (const { text: line, fenced, fence } of fencedLines(text)) {
      const heading = fenced ? undefined : headingLine.exec(line)?.[1];
      if (heading !== undefined) {
        label = null;
        if (begins(heading, headings) && !begins(heading, otherHeadings)) notes = { heading, fields: new Map() };
        continue;
      }
      if (notes === null) continue;
      const [, name, value = ''] = (fenced ? null : bullet.exec(line)) ?? [];
      if (name !== undefined) {
        const key = labelKey(name);
        label = notes.fields.has(key) ? null : key;
        if (label !== null) notes.fields.set(label, plain(value));
      } else if (label !== null && /^[ \t]+\S/.test(line) && !fence) {
        // What is indented below a bullet belongs to it.
        const more = plain(line.replace(/^[ \t]+(?:[-*][ \t]+)?/, ''));
        notes.fields.set(label, [notes.fields.get(label) ?? '', more].filter((part) => part !== '').join('; '));
      } else if (line.trim() !== '' && !fenced) label = null;
    }
  }
  return notes;
}
