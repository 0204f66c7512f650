import * as z from 'zod';
import { fencedLines } from '../base/fencedLines.ts';
import type { PointAnswer } from '../core/dispute/types.ts';

const pointAnswer = z.object({
  point: z.coerce.number().int().min(1),
  word: z.enum(['accepted', 'rebutted', 'upheld', 'withdrawn']),
  reason: z.string(),
});

const pointLine =
  /^(?:[-*+]\s+)?[*_`]*\[(\d{1,3})\][*_`]*\s+[*_`]*(accepted|rebutted|upheld|withdrawn)[*_`]*(?:\s*[-–—:]\s+(.*))?$/i;

/** What a report says to points, as lines `- [1] rebutted - reason` outside quotes and fences; their reasons may be empty. */
export const parsePoints = (text: string): readonly PointAnswer[] =>
  fencedLines(text)
    .filter((line) => !line.fenced && !line.text.trimStart().startsWith('>'))
    .flatMap((line) => {
      const match = pointLine.exec(line.text.trim());
      const read = match
        ? pointAnswer.safeParse({ point: match[1], word: match[2]?.toLowerCase(), reason: match[3]?.trim() ?? '' })
        : null;
      return read?.success ? [read.data] : [];
    });
