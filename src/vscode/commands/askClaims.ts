import { window } from 'vscode';
import type { Task } from '../../core/task/types.ts';
import { t } from '../translate.ts';

/** Paths and globs as a person types them: separated by commas, spaces or new lines. */
export const splitClaims = (text: string): readonly string[] =>
  text
    .split(/[\s,]+/)
    .map((part) => part.replace(/^`|`$/g, '').replace(/^\.\//, ''))
    .filter((part) => part !== '');

const claimError = (text: string): string | undefined => {
  const claims = splitClaims(text);
  if (claims.length === 0) return t('Name at least one file, folder or glob, such as src/auth/**.');
  const outside = claims.find((claim) => claim.startsWith('/') || claim.split('/').includes('..'));
  return outside === undefined
    ? undefined
    : t('{claim} is outside the repository. Write it relative to its root.', { claim: outside });
};

/** Files that a task may change, by hand; undefined when the person turned away. */
const inputClaims = async (title: string, value = ''): Promise<readonly string[] | undefined> => {
  const text = await window.showInputBox({
    title,
    value,
    prompt: t('Files, folders or globs relative to the repository, such as src/auth/**'),
    ignoreFocusOut: true,
    validateInput: claimError,
  });
  return text === undefined ? undefined : splitClaims(text);
};

/** Asks what a task that names no files may change. */
export const askClaims = async (task: Pick<Task, 'id' | 'title'>): Promise<readonly string[] | undefined> => {
  const title = t('{task} names no files. What may it change?', { task: task.id });
  const files = {
    label: `$(files) ${t('Files…')}`,
    description: t('safest: other tasks can run beside it'),
    whole: false,
  };
  const whole = {
    label: `$(repo) ${t('Whole repository')}`,
    description: t('no other task runs meanwhile'),
    whole: true,
  };
  const picked = await window.showQuickPick([files, whole], { title, placeHolder: task.title, ignoreFocusOut: true });
  if (picked === undefined) return undefined;
  return picked.whole ? ['**'] : inputClaims(title);
};
