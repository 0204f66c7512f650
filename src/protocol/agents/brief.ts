import * as z from 'zod';

/** The machine-readable line near the top of every brief: `MAM-BRIEF: {…}`. */
const briefHead = z.looseObject({
  job: z.string(),
  attempt: z.number(),
  round: z.number(),
  kind: z.enum(['implement', 'review']),
  session: z.string(),
  role: z.string(),
  task: z.string(),
  claims: z.array(z.string()).default([]),
  base: z.string().nullish(),
  head: z.string().nullish(),
  files: z.array(z.string()).default([]),
});

export type BriefHead = z.infer<typeof briefHead>;

/** The head of a brief; null when it has no such line or a broken one. */
export function readBriefHead(brief: string): BriefHead | null {
  const line = brief.split('\n').find((one) => one.startsWith('MAM-BRIEF:'));
  if (line === undefined) return null;
  try {
    return briefHead.parse(JSON.parse(line.slice('MAM-BRIEF:'.length)));
  } catch {
    return null;
  }
}
