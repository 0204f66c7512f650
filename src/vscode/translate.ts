import { l10n } from 'vscode';
import type { Problem, Translate } from '../base/problem.ts';

/** VS Code's own translation of our sentences, with the same `{name}` placeholders. */
export const t: Translate = (text, params) => l10n.t(text, { ...params });

export const sentenceOf = (problem: Problem): string => t(problem.text, problem.params);
