import { l10n } from 'vscode';
import { inflect, withReason, type Problem, type Translate } from '../base/problem.ts';

/** VS Code's own translation of our sentences, with the same `{name}` placeholders; the forms of words are ours alone. */
export const t: Translate = (text, params) =>
  inflect(l10n.t(text, { ...withReason((reason) => l10n.t(reason), params) }), params);

export const sentenceOf = (problem: Problem): string => t(problem.text, problem.params);
