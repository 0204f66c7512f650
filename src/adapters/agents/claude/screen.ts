import type { FormRule, NoticeRule } from '../signs.ts';

/** What claude asks on its screen, by the words of the versions that were tried. */
export const claudeForms: readonly FormRule[] = [
  { need: 'trust', asks: /\bdo you trust\b|\bquick safety check\b|\bone you trust\b|\btrust this folder\b/i },
  { need: 'signIn', asks: /\bselect login method\b|\bcustom api key\b|\bapi key in your environment\b/i },
  { need: 'question', asks: /\bchoose the text style\b|\bbypass permissions mode\b/i },
  { need: 'permission', asks: /^do you want to\b|^would you like to proceed\b/i },
];

/** What it tells a terminal when it asks; that it waits for a prompt is no question. */
export const claudeNotices: readonly NoticeRule[] = [
  { need: 'permission', says: /\bneeds your (?:permission|approval)\b/i },
];
