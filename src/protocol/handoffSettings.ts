import * as z from 'zod';
import { usualHandoff } from '../core/handoff/usualRules.ts';

const text = z.string().min(1);
const texts = z.array(text).readonly();

/** A field in `mam.handoff`. A word that is not known is most likely a misspelt rule, and a rule that is missed lets something pass. */
const handoffField = z
  .strictObject({
    label: text,
    aliases: z.exactOptional(texts),
    invalid: z.exactOptional(texts),
    when: z.exactOptional(z.enum(['evaluation'])),
    openOnly: z.exactOptional(z.boolean()),
  })
  .readonly();

/** `mam.handoff`: what is left out is as usual. */
export const handoffRules = z
  .strictObject({
    headings: texts.default(usualHandoff.headings),
    otherHeadings: texts.default(usualHandoff.otherHeadings),
    fields: z.array(handoffField).readonly().default(usualHandoff.fields),
    status: text.default(usualHandoff.status),
    terminal: texts.default(usualHandoff.terminal),
    where: texts.default(usualHandoff.where),
    negations: texts.default(usualHandoff.negations),
    evaluation: z
      .strictObject({ paths: texts.default([]), words: texts.default([]) })
      .readonly()
      .default(usualHandoff.evaluation),
  })
  .readonly();
