import { l10n } from 'vscode';
import { withReason, type Problem, type Translate } from '../base/problem.ts';

/** VS Code's own translation of our sentences, with the same `{name}` placeholders. */
export const t: Translate = (text, params) => l10n.t(text, { ...withReason((reason) => l10n.t(reason), params) });

export const sentenceOf = (problem: Problem): string => t(problem.text, problem.params);
