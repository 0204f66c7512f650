import { l10n } from 'vscode';
import { fill, withReason, type Problem, type Translate } from '../base/problem.ts';

/** With an object, so that a name in braces is no property of a list; one that it lacks stays as it is. */
const known = (text: string): string => l10n.t(text, {});

/** VS Code's own translation of our sentences; what they name is filled in afterwards, so that nothing of it is read as part of one. */
export const t: Translate = (text, params) => fill(known(text), withReason(known, params));

export const sentenceOf = (problem: Problem): string => t(problem.text, problem.params);
