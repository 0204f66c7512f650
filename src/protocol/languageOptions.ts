import * as z from 'zod';

/** What the editor tells the language server when it starts. */
const languageOptions = z.object({
  /** Where the translated sentences are; null = English. */
  translations: z.string().nullable().catch(null),
});
export type LanguageOptions = z.infer<typeof languageOptions>;

const inEnglish: LanguageOptions = { translations: null };

/** Another client may send anything, or nothing. */
export const readLanguageOptions = (value: unknown): LanguageOptions =>
  languageOptions.catch(inEnglish).parse(value ?? inEnglish);
