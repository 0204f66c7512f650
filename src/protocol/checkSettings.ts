import * as z from 'zod';

const texts = z.array(z.string().min(1)).readonly();
const flag = z.exactOptional(z.boolean());

/** A surface in `mam.surfaces`. A word that is not known is most likely a misspelt flag, and a flag that is missed lets something pass. */
export const surfaceRule = z
  .strictObject({
    surface: z.string().min(1),
    paths: texts,
    loadBearing: flag,
    also: z.exactOptional(texts),
    priority: z.number().min(0).max(98),
    reviewer: z.string().min(1),
    private: flag,
    needsEvidence: flag,
    serial: flag,
    routine: flag,
    companion: flag,
  })
  .readonly();

/** The words of one language in `mam.claims.words`. */
export const claimWords = z
  .strictObject({
    performance: texts.default([]),
    quality: texts.default([]),
    benchmark: texts.default([]),
    private: texts.default([]),
    disclaimer: texts.default([]),
  })
  .readonly();

/** The first word of an issue branch. */
export const branchType = z.string().regex(/^[a-z0-9_-]+$/);
export const usualBranchTypes = ['feat', 'fix', 'docs', 'chore', 'refactor', 'test', 'ci', 'perf', 'build', 'style'];
