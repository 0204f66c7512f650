import * as z from 'zod';
import { jobKinds } from '../../core/job/kinds.ts';

/** The machine-readable line near the top of every brief: `MAM-BRIEF: {…}`. */
const briefHead = z.looseObject({
  job: z.string(),
  attempt: z.number(),
  round: z.number(),
  kind: z.enum(jobKinds),
  session: z.string(),
  role: z.string(),
  task: z.string(),
  claims: z.array(z.string()).default([]),
  base: z.string().nullish(),
  head: z.string().nullish(),
  files: z.array(z.string()).default([]),
});

export type BriefHead = z.infer<typeof briefHead>;

/** The same line of a delegated job's brief. */
const jobHead = z.looseObject({
  job: z.string(),
  attempt: z.number(),
  kind: z.enum(['work', 'review']),
  role: z.string().nullable(),
  task: z.string().nullable(),
  workdir: z.string(),
  claims: z.array(z.string()),
});

export type JobHead = z.infer<typeof jobHead>;

/** The head of a delegated job's brief; null when it has no such line or a broken one. */
export const readJobHead = (brief: string): JobHead | null => readHead(brief, jobHead);

/** The head of a brief; null when it has no such line or a broken one. */
export const readBriefHead = (brief: string): BriefHead | null => readHead(brief, briefHead);

function readHead<T>(brief: string, form: z.ZodType<T>): T | null {
  const line = brief.split('\n').find((one) => one.startsWith('MAM-BRIEF:'));
  if (line === undefined) return null;
  try {
    return form.parse(JSON.parse(line.slice('MAM-BRIEF:'.length)));
  } catch {
    return null;
  }
}
