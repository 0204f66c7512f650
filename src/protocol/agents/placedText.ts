import * as z from 'zod';

const record = z.object({
  worktreePath: z.string(),
  hadOriginal: z.boolean(),
  originalContent: z.string().optional(),
  installedContent: z.string(),
});

/** What omc placed in the checkout `path`, and what was there before; null when `text` is no record of that. */
export function readPlacedText(
  text: string,
  path: string,
): { readonly text: string; readonly before: string | null } | null {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  const read = record.safeParse(raw);
  if (!read.success || read.data.worktreePath !== path) return null;
  const { hadOriginal, originalContent, installedContent } = read.data;
  return { text: installedContent, before: hadOriginal ? (originalContent ?? '') : null };
}
