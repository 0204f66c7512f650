import * as z from 'zod';

const wish = z.strictObject({ model: z.exactOptional(z.string()), effort: z.exactOptional(z.string()) }).readonly();

/** By agent, and there by session, role or `*`, what lanes run with. */
export const modelWishes = z.record(z.string().min(1), z.record(z.string().min(1), wish).readonly()).readonly();
