import type { MarkdownLine } from '../base/fencedLines.ts';
import type { QueueEntry } from './queueEntry.ts';

/** The value of a bullet `- Label: value`, and its 1-based line. */
export interface Field {
  readonly value: string;
  readonly line: number;
}

const bullet = /^[-*][ \t]+([A-Za-z][A-Za-z \t]*):(.*)$/s;
const subBullet = /^[ \t]+[-*][ \t]+(.*)$/s;
const heading = /^ {0,3}#{1,6}(?:\s|$)/;

/** Text without its back-ticks and the white space around it. */
export const plain = (text: string): string => text.replaceAll('`', '').trim();

/** The lines in which bullets are fields: those before the first heading, without code. */
export function fieldLines(body: readonly MarkdownLine[]): readonly MarkdownLine[] {
  const end = body.findIndex((line) => !line.fenced && heading.test(line.text));
  return (end === -1 ? body : body.slice(0, end)).filter((line) => !line.fenced);
}

/** Every field bullet of the lines, with its lower-case label. */
export const fieldsIn = (lines: readonly MarkdownLine[]): readonly (Field & { readonly label: string })[] =>
  lines.flatMap(({ text, number }) => {
    const [, label = '', value = ''] = bullet.exec(text) ?? [];
    return label === '' ? [] : [{ label: label.trim().toLowerCase(), value: value.trim(), line: number }];
  });

/** Fields by lower-case label; the first of a label wins. */
export const readFields = (head: readonly MarkdownLine[]): ReadonlyMap<string, Field> =>
  new Map(
    fieldsIn(head)
      .map(({ label, value, line }) => [label, { value, line }] as const)
      .toReversed(),
  );

/** The paths of the `Claims` bullet and of the sub-bullets right below it. */
export function claimsIn(head: readonly MarkdownLine[], claims: Field | undefined): readonly string[] {
  if (!claims) return [];
  const below = head.filter((line) => line.number > claims.line);
  const end = below.findIndex((line) => !subBullet.test(line.text));
  const nested = (end === -1 ? below : below.slice(0, end)).map((line) => subBullet.exec(line.text)?.[1] ?? '');
  return [claims.value, ...nested].flatMap(splitPaths);
}

/** White space and commas part paths, except in back-ticks and in the braces of a glob. */
const splitPaths = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]*)`|(?:\{[^{}`]*\}|[^,\s`])+/g)]
    .map((match) => (match[1] ?? match[0]).trim())
    .filter((path) => path !== '');

/** What the `Depends on` bullet names, each once; null where it names nothing. */
export function dependenciesIn(field: Field | undefined): QueueEntry['dependsOn'] {
  const named = plain(field?.value ?? '').split(/[,;]|\s+(?=T-\d)/);
  const tasks = [...new Set(named.map((one) => one.trim()))].filter((one) => one !== '');
  return field === undefined || tasks.length === 0 ? null : { tasks, line: field.line };
}

/** Back-ticked tokens that could be paths: no white space, a slash or a dot, not too long. */
export const mentionsIn = (body: string): readonly string[] =>
  [...new Set([...body.matchAll(/(?<!`)`([^`\s]{1,240})`(?!`)/g)].map((match) => match[1] ?? ''))].filter(
    (token) => /[./]/.test(token) && !/^[a-z]+:\/\//i.test(token),
  );

/** The sections that hold commands. */
export type CheckSection = 'Validation Commands' | 'Proof of Fix';

const isHeadingOf = (text: string, section: CheckSection): boolean => /^#{2,3}\s+(.*?)\s*$/.exec(text)?.[1] === section;

/** The lines of checks: non-blank, non-comment lines of the closed shell blocks in the section headed exactly so. */
export function checkLinesIn(
  body: readonly MarkdownLine[],
  section: CheckSection = 'Validation Commands',
): readonly MarkdownLine[] {
  const start = body.findIndex((line) => !line.fenced && isHeadingOf(line.text, section));
  if (start === -1) return [];
  const rest = body.slice(start + 1);
  const end = rest.findIndex((line) => !line.fenced && /^#{1,3}\s/.test(line.text));
  return (
    (end === -1 ? rest : rest.slice(0, end))
      // In a block that nothing closes, prose would be taken for commands.
      .filter((line) => line.fenced && !line.fence && !line.unclosed)
      .filter((line) => ['', 'bash', 'sh', 'shell'].includes(line.language))
      .filter((line) => line.text.trim() !== '' && !line.text.trim().startsWith('#'))
  );
}
