import { codeSpan } from '../../base/plainMarkdown.ts';
import type { Problem } from '../../base/problem.ts';
import { markdownSentence } from '../projections/facts.ts';

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');

export const bullets = (items: readonly string[]): string =>
  items.length === 0 ? '- None' : items.map((item) => `- ${oneLine(item)}`).join('\n');

/** Problems with their codes, so that a script finds one again whatever its sentence says. */
export const sentences = (problems: readonly Problem[]): string =>
  bullets(problems.map((one) => `${markdownSentence(one)} [${one.code}]`));

export const code = codeSpan;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? 'None.'
    : [head, head.map(() => '---'), ...rows]
        .map((row) => `| ${row.map((cell) => oneLine(cell).replaceAll('|', '\\|')).join(' | ')} |`)
        .join('\n');

/** What a report says of itself at its end: up to which event of the log it is true, and when it was made. */
export const stampLine = ({ seq, at }: { readonly seq: number; readonly at: string }): string =>
  `Log: event ${seq} at ${at}`;

/** When a report says that it was made; null when it doesn't. */
export const stampedAt = (text: string): string | null => {
  const found =
    /\nLog: event \d+ at (\S+)\n$/.exec(text)?.[1] ?? /^ {2}"generated_at": "([^"]+)"/m.exec(text)?.[1] ?? '';
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(found) ? found : null;
};

/** A whole report: its heading, its parts, its stamp. */
export const page = (
  title: string,
  parts: readonly string[],
  stamp: { readonly seq: number; readonly at: string },
): string => `${[`# ${title}`, ...parts, stampLine(stamp)].join('\n\n')}\n`;
