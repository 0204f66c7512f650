/** A list's own mark in front of its text. */
const bullet = /^\s*(?:[-*+]|\d+[.)])\s+/;
const ticked = /^\[[xX]\](?:\s|$)/;
const nothing = /^(?:none|n\/a|nothing|없음)\.?$/i;

/** How many lines of a list of follow-ups are still to be done. */
export const openFollowUps = (text: string): number => followUpLines(text).length;

/**
 * The lines of a list of follow-ups that are still to be done, without their marks. Whatever is not ticked off counts, in a
 * list or not; only headings, rules, comments, a word for none, and what goes on below a ticked line don't.
 */
export function followUpLines(text: string): readonly string[] {
  const open: string[] = [];
  let belowTicked = false;
  for (const line of text.replace(/<!--[\s\S]*?(?:-->|$)/g, '').split(/\r?\n/)) {
    const words = line.replace(bullet, '').trim();
    const isItem = bullet.test(line);
    const goesOn = belowTicked && !isItem && /^\s/.test(line);
    if (!/[\p{L}\p{N}]/u.test(words) || /^#{1,6}\s/.test(line.trim()) || goesOn) continue;
    belowTicked = ticked.test(words);
    if (!belowTicked && !nothing.test(words)) open.push(words.replace(/^\[ \]\s*/, ''));
  }
  return open;
}
