import { window } from 'vscode';
import { t } from '../translate.ts';

/** A number from 1 on; null for nothing, undefined for who turned away. */
export const askCount = async (
  title: string,
  prompt: string,
  value: number | null,
): Promise<number | null | undefined> => {
  const text = await window.showInputBox({
    title,
    prompt,
    value: value === null ? '' : String(value),
    validateInput: (typed) =>
      /^(?:[1-9]\d{0,3})?$/.test(typed.trim()) ? undefined : t('A number from 1 to 9999, or nothing.'),
  });
  if (text === undefined) return undefined;
  return text.trim() === '' ? null : Number(text);
};
