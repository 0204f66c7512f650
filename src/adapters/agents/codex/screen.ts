import { basename } from 'node:path';
import type { Activity } from '../../../core/agentSession/types.ts';
import type { FormRule, NoticeRule } from '../signs.ts';

/** What codex asks on its screen, by the words of the version that was tried. */
export const codexForms: readonly FormRule[] = [
  { need: 'trust', asks: /\bdo you trust\b|\ballow codex to work in this folder\b|\bhooks? need(?:s)? review\b/i },
  { need: 'signIn', asks: /\bsign in (?:with|another way)\b|\bprovide your own api key\b/i },
  { need: 'permission', asks: /^would you like to (?:run|make|grant)\b|^allow command\b/i },
];

/** What it tells a terminal when it asks; that a turn ended it tells in the words of the turn. */
export const codexNotices: readonly NoticeRule[] = [
  { need: 'permission', says: /^approval requested(?::| by )|^codex wants to edit /i },
  { need: 'question', says: /^question requested|^plan mode prompt: /i },
];

/** Its title turns a wheel while it works, says when it waits for a person, and else ends with the name of its folder. */
export function readCodexTitle(title: string, cwd: string): Activity | null {
  if (/^\[ ?[!.] ?\]\s*action required/i.test(title))
    return { kind: 'needsYou', need: 'permission', text: 'Action Required' };
  if (/^[\u2801-\u28ff]\s/u.test(title)) return { kind: 'working' };
  const name = basename(cwd);
  return title === name || title.endsWith(` | ${name}`) ? { kind: 'idle' } : null;
}
