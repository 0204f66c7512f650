import * as z from 'zod';

export const session = z.string().min(1);

/** A seat of a team of one's own. */
export const role = z.object({
  session,
  name: z.string().min(1),
  authority: z.enum(['ledger', 'write', 'read']),
  required: z.enum(['always', 'load-bearing', 'never']).default('never'),
  focus: z.string().default(''),
});
