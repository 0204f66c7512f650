import * as z from 'zod';
import type { ValidationCommand } from '../core/validation/types.ts';

const text = z.string().min(1);

/** A command in `mam.validation`; a word that is not known is most likely a misspelt filter. */
export const validationCommand = z
  .strictObject({ argv: z.array(text).min(1).readonly(), paths: z.exactOptional(z.array(text).readonly()) })
  .readonly();

/** Looks for leftovers of a merge and for blanks at line ends, and changes nothing. */
export const usualValidation: readonly ValidationCommand[] = [{ argv: ['git', 'diff', '--check'] }];
