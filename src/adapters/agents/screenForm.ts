import type { Need } from '../../core/agentSession/types.ts';
import type { ScreenForm } from '../../app/ports/sessionSigns.ts';
import { shorten } from './failure.ts';
import type { FormRule } from './signs.ts';

/** Questions that any agent may ask, told by their words; the first that fits counts. */
const commonRules: readonly FormRule[] = [
  { need: 'trust', asks: /\btrust\b/i },
  { need: 'signIn', asks: /\b(?:log|sign)[ -]?in\b|\blogin method\b|\bapi key\b|\bauthenticat/i },
  { need: 'question', asks: /\btext style\b|\btheme\b|\bcolou?r scheme\b|\bupdate available\b/i },
  { need: 'permission', asks: /\b(?:do you want|would you like|allow|approve|permission|run|proceed)\b/i },
];

/** Lines above the answers that may belong to the question. */
const mostAbove = 14;
const option = /^[\s│|]*(?<mark>[❯›➜→>●◉*]\s*)?(?<key>\d)[.)]\s+(?<label>\S.*?)[\s│|]*$/u;
/** What forms end with: which keys there are. */
const hint = /\b(?:esc|enter|tab|shift|ctrl|space|arrow|cancel|confirm|select|navigate)\b|[↑↓]/i;
/** What stands below a list in which Enter takes what is marked. */
const confirms = /\benter\b.{0,12}\b(?:confirm|select|continue)/i;
const rule = /^[\s─━╌┄┈═│┃|╭╮╰╯┌┐└┘+-]*$/u;
const yesOrNo = /[[(]\s*y(?:es)?\s*\/\s*n(?:o)?\s*[\])]\s*[:?]?\s*$/i;

/**
 * The question that stands at the end of a screen and waits for one of numbered answers, or for yes or no. What stands
 * further up, or was answered, is none. Null when there is none.
 */
export function findForm(screen: string, rules: readonly FormRule[] = []): ScreenForm | null {
  const lines = screen.split('\n');
  const last = lines.findLastIndex((line) => !rule.test(line) && !isHint(line));
  const line = lines[last];
  if (line === undefined) return null;
  if (yesOrNo.test(line)) {
    const answers = [
      ['y', 'Yes'],
      ['n', 'No'],
    ] as const;
    const options = answers.map(([key, label]) => ({ key, label, marked: false }));
    return formOf(questionAbove(lines, last + 1), rules, options, 'key');
  }
  const first = firstOption(lines, last);
  if (first !== null) {
    const options = lines.slice(first, last + 1).flatMap((one) => {
      const { key, label, mark } = option.exec(one)?.groups ?? {};
      return key === undefined || label === undefined ? [] : [{ key, label: label.trim(), marked: mark !== undefined }];
    });
    return formOf(questionAbove(lines, first), rules, options, 'key');
  }
  return lines.slice(last + 1).some((below) => confirms.test(below)) ? menuAbove(lines, last, rules) : null;
}

/** Answers without numbers, one of them marked, above a line that says that Enter takes it. */
function menuAbove(lines: readonly string[], last: number, rules: readonly FormRule[]): ScreenForm | null {
  const block: { readonly label: string; readonly marked: boolean; readonly column: number }[] = [];
  let at = last;
  for (; at >= 0 && block.length < 12; at -= 1) {
    const found = /^(?<before>[\s│|]*)(?<mark>[❯›➜→]\s+)?(?<label>\S.*?)[\s│|]*$/u.exec(lines[at] ?? '')?.groups;
    if (found === undefined) break;
    const { before = '', mark = '', label = '' } = found;
    block.unshift({ label, marked: mark !== '', column: before.length + mark.length });
  }
  const isMenu = block.length > 1 && block.every(({ column }) => column === block[0]?.column);
  if (!isMenu || block.filter(({ marked }) => marked).length !== 1) return null;
  const options = block.map(({ label, marked }, n) => ({ key: String(n + 1), label, marked }));
  return formOf(questionAbove(lines, at + 1), rules, options, 'arrows');
}

const isHint = (line: string): boolean => line.length < 160 && hint.test(line) && !option.test(line);

/** The line of the first of the answers that end at `last`; null when they are none that can be chosen. */
function firstOption(lines: readonly string[], last: number): number | null {
  let expected = 0;
  let marked = false;
  for (let at = last; at >= 0 && last - at < 40; at -= 1) {
    const found = option.exec(lines[at] ?? '')?.groups;
    // An answer may be longer than a line, and stand by itself.
    if (found === undefined) {
      if (/^\s{3,}\S|^[\s│|]*$/.test(lines[at] ?? '')) continue;
      return null;
    }
    const key = Number(found['key']);
    if (expected !== 0 && key !== expected) return null;
    marked ||= found['mark'] !== undefined;
    if (key === 1) return marked ? at : null;
    expected = key - 1;
  }
  return null;
}

/** The lines that belong to a question, without frames, up to what else stands on the screen. */
function questionAbove(lines: readonly string[], end: number): readonly string[] {
  const question: string[] = [];
  for (let at = end - 1; at >= 0 && end - at <= mostAbove; at -= 1) {
    const line = lines[at] ?? '';
    // Above a line that is drawn across, or a message of the agent, something else stands.
    if (question.length > 0 && (/^\s*[─━═╭┌]{8}/u.test(line) || /^\s*[●•⏺✔⎿└]/u.test(line))) break;
    // These are the answers to a question before this one, which was answered.
    if (question.length > 0 && option.test(line)) break;
    const text = line.replaceAll(/^[\s│|]+|[\s│|]+$/gu, '');
    if (text !== '' && !rule.test(text)) question.unshift(text);
  }
  return question;
}

function formOf(
  question: readonly string[],
  rules: readonly FormRule[],
  options: ScreenForm['options'],
  by: ScreenForm['by'],
): ScreenForm | null {
  if (question.length === 0) return null;
  const all = [...rules, ...commonRules];
  const asked = all.find(({ asks }) => question.some((line) => asks.test(line)));
  // A question that does not say what it is about may have answers that do.
  const answered =
    asked ?? rules.find(({ asks, need }) => need === 'signIn' && options.some((one) => asks.test(one.label)));
  // Without such words a line that is a question is all of it, and anything else an announcement.
  const whole = /[?:]$/.test(question.at(-1) ?? '') ? question.length - 1 : 0;
  const from = asked === undefined ? whole : question.findIndex((line) => asked.asks.test(line));
  const need: Need = answered?.need ?? 'question';
  return { need, about: question.slice(0, from), text: shorten(question.slice(from).join(' ')), options, by };
}
