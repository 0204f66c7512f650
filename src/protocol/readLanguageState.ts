import * as z from 'zod';
import { noState, type LanguageState } from './languageState.ts';

const liveTask = z.object({
  id: z.string(),
  words: z.string(),
  missing: z.array(z.string()).default([]),
  startable: z.boolean(),
});

const languageState = z.object({
  root: z.string().nullable().default(null),
  tasks: z.array(liveTask).default([]),
  roles: z.array(z.string()).default([]),
});

/** Another client may send anything. */
export const readLanguageState = (value: unknown): LanguageState => {
  const read = languageState.safeParse(value);
  return read.success ? read.data : noState;
};
