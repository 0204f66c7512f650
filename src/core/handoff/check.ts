import { problem, type Problem } from '../../base/problem.ts';
import { findPhrase } from '../claim/findPhrase.ts';
import { isTerminal } from './isTerminal.ts';
import { labelKey, readNotes } from './readNotes.ts';
import type { HandoffCheck, HandoffField, HandoffRules } from './types.ts';

/**
 * Whether a task can be handed over to somebody who knows nothing of it: its notes, in the queue entry or else in the
 * plan, name everything that is asked for, and no value says that nothing was proven.
 */
export function checkHandoff(
  about: {
    /** The task's entry, and its plan where there is one. */
    readonly texts: readonly string[];
    /** Changed files, relative to the root. */
    readonly files: readonly string[];
  },
  rules: HandoffRules,
): HandoffCheck {
  const evaluated = isEvaluated([...about.texts, ...about.files], rules);
  const asked = rules.fields.filter((field) => field.when !== 'evaluation' || evaluated);
  const notes = readNotes(about.texts, rules);
  const valueOf = (field: HandoffField): string =>
    [field.label, ...(field.aliases ?? [])].map((label) => notes?.fields.get(labelKey(label)) ?? '').find(Boolean) ??
    '';
  const status = rules.fields.find((field) => field.label === rules.status);
  const over = status !== undefined && isTerminal(valueOf(status), rules);
  const missing = asked.filter((field) => valueOf(field) === '').map((field) => field.label);
  const invalid = asked
    .filter((field) => field.invalid?.includes(bare(valueOf(field))) === true && !(field.openOnly === true && over))
    .map((field) => ({ label: field.label, value: valueOf(field) }));
  return {
    heading: notes?.heading ?? null,
    evaluated,
    missing,
    invalid,
    ok: missing.length === 0 && invalid.length === 0,
  };
}

const bare = (value: string): string =>
  value
    .trim()
    .toLowerCase()
    .replace(/^[.\s]+|[.\s]+$/g, '');

/** A line that names a surface: with anything but these, something is measured. */
const surfaceLine = /(?<![\p{L}\p{N}])surface[*`]*[:：][*`]*([^\n]*)/giu;
const noSurface = ['', 'none', 'n/a', 'na', 'no data touched', 'unknown', 'tbd', '없음', '미정'];

/** What MAM itself writes there measures nothing. */
const ownReports = /(?<![\w./-])reports\/agent_loop\/?/g;

function isEvaluated(texts: readonly string[], { evaluation }: HandoffRules): boolean {
  return texts.some((text) => {
    const others = text.replace(ownReports, '');
    return (
      evaluation.paths.some((path) => namesPath(others, path)) ||
      findPhrase(text, evaluation.words) !== null ||
      [...text.matchAll(surfaceLine)].some(([, value = '']) => !noSurface.includes(bare(value.replaceAll(/[`*]/g, ''))))
    );
  });
}

/** Whether a text names a path from its beginning, or below a folder of that name. */
function namesPath(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1))
    if (!/[\p{L}\p{N}_./-]/u.test(text.slice(at - 1, at))) return true;
  return false;
}

/** What has to be mended in the notes of a task, in sentences. */
export const handoffProblems = (task: string, check: HandoffCheck): readonly Problem[] => [
  ...(check.heading === null
    ? [
        problem(
          'handoff.none',
          '{task} has no hand-over notes. Write them under the heading "Session Handoff", in its entry or its plan.',
          { task },
        ),
      ]
    : []),
  ...(check.missing.length > 0
    ? [
        problem('handoff.missing', 'The hand-over notes of {task} lack: {fields}. Write each as "- Label: value".', {
          task,
          fields: check.missing.join(', '),
        }),
      ]
    : []),
  ...check.invalid.map(({ label, value }) =>
    problem(
      'handoff.invalid',
      'In the hand-over notes of {task}, {field} is "{value}", which says nothing. Write what was done or comes next.',
      { task, field: label, value },
    ),
  ),
];
