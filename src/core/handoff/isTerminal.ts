import type { HandoffRules } from './types.ts';

const tokens = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Whether a status says that the work is over: with one of the words, whole, in a clause that doesn't deny it. "Not
 * complete", "to be merged" and "80 % done" say that it isn't.
 */
export const isTerminal = (status: string, { terminal, negations }: HandoffRules): boolean =>
  status.split(/[,;.!?()\n]+/).some((clause) => {
    const words = tokens(clause);
    const at = words.findIndex((word) => terminal.includes(word));
    if (at === -1 || isPartial(clause)) return false;
    // Korean denies behind the word.
    const denied = words.slice(at + 1).some((word) => /^(?:안|않|못|아님|아니)/u.test(word));
    return !denied && !words.slice(0, at).some((word) => negations.includes(word));
  });

const isPartial = (clause: string): boolean =>
  [...clause.matchAll(/(\d+)\s*%/g)].some(([, percent = '']) => Number(percent) < 100);
