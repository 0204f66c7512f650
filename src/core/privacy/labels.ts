import { maskHeld } from './maskHeld.ts';
import { literally } from './pattern.ts';
import type { Rule } from './settle.ts';

export const valueMarker = '[redacted-private-value]';
export const jsonFinding = 'json private raw field value';
const tokenMarker = '[redacted-private-token]';

/** White space within a line. */
const blank = String.raw`[^\S\n]`;
/** Where the value may begin on the next line. */
const gap = `${blank}*(?:\n${blank}*)?`;
const raw = String.raw`raw[ \t_-]+`;
/** Neither a letter of any script, nor a digit, nor a low line stands before: as for a word's beginning in Python. */
const wordStart = String.raw`(?<![\p{L}\p{N}_])`;
/** A mark of emphasis that may stand before the colon. */
const emphasis = String.raw`[*_\x60']{0,3}`;
const inlineValue = `${emphasis}${blank}*[:=]${gap}[^\\s;,][^\\n;,]*`;

const source = (label: string): string =>
  label
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map(literally)
    .join(String.raw`[ \t_-]?`);

/** The longest first, so that a name wins over one that it begins with. */
const anyOf = (labels: readonly string[]): string | null => {
  const sources = [...new Set(labels.map(source))].filter((one) => one !== '');
  return sources.length === 0 ? null : `(?:${sources.toSorted((a, b) => b.length - a.length).join('|')})`;
};

const rule = (finding: string, pattern: string, flags: string, by: string): Rule => {
  const expression = new RegExp(pattern, `g${flags}`);
  return { finding, apply: (text) => text.replace(expression, by) };
};

export interface LabelRules {
  readonly rules: readonly Rule[];
  /** Whether a field of this name holds something private. */
  readonly isLabel: (key: string) => boolean;
  /** Whether a list or an object in it is private, too: not in a field whose name is an ordinary word. */
  readonly isWholeLabel: (key: string) => boolean;
}

/** Rules for the values of private fields, in every form in which a text gives a field a value. */
export function labelRules(labels: readonly string[]): LabelRules {
  const anywhere = anyOf(labels.filter((label) => !label.startsWith('^')));
  const atStart = anyOf(labels.filter((label) => label.startsWith('^')).map((label) => label.slice(1)));
  const all = anyOf(labels.map((label) => label.replace(/^\^/, '')));
  if (all === null) return { rules: [], isLabel: () => false, isWholeLabel: () => false };
  const inline = [
    ...(anywhere === null ? [] : [`(?:${raw})?${anywhere}`]),
    ...(atStart === null ? [] : [`${raw}${atStart}`]),
  ].join('|');
  const key = new RegExp(`^(?:${raw})?${all}$`, 'iu');
  const wholeKey = new RegExp(`^(?:${inline})$`, 'iu');
  return {
    isLabel: (name) => key.test(name),
    isWholeLabel: (name) => wholeKey.test(name),
    rules: [
      {
        finding: jsonFinding,
        apply: maskHeld(new RegExp(String.raw`"(?:${inline})"\s*:\s*(?=[[{]\s*[^\s\]}])`, 'giu'), `"${valueMarker}"`),
      },
      rule(
        jsonFinding,
        String.raw`"((?:${raw})?${all})"(\s*:\s*)(?:"(?:[^"\\\n]|\\.)+(?:"|(?=\n|$))|-?\d[\w.+-]*)`,
        'iu',
        `"$1"$2"${valueMarker}"`,
      ),
      rule(
        'private raw flag value',
        String.raw`(?<![\w-])--((?:raw[-_])?${all})(${blank}*[:=]${blank}*|${blank}+|${blank}*\n${blank}*)(?!--)(?:"[^"\n]*"|'[^'\n]*'|\S+)`,
        'iu',
        `--$1$2${valueMarker}`,
      ),
      rule(
        'private raw field value',
        `${wordStart}(?<!--(?:raw[-_])?)(${inline})${inlineValue}`,
        'iu',
        `$1: ${valueMarker}`,
      ),
      ...(atStart === null
        ? []
        : [
            rule(
              'private raw field value',
              String.raw`^([ \t]*(?:[>*+•-][ \t]+){0,4}(?:\d{1,3}[.)][ \t]+)?[*_\x60]{0,3}${atStart})${inlineValue}`,
              'imu',
              `$1: ${valueMarker}`,
            ),
          ]),
      ...(anywhere === null
        ? []
        : [
            rule(
              'raw private id token',
              String.raw`${wordStart}${anywhere}(?:[-:](?=[A-Za-z0-9])|_(?=[A-Za-z0-9-]{0,64}\d))[\w-]*`,
              'iu',
              tokenMarker,
            ),
          ]),
    ],
  };
}
