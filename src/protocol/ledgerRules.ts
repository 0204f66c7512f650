import * as z from 'zod';
import type { PrivacyConfig } from '../core/privacy/config.ts';

/** Raised when the rules of the privacy themselves change, so that what was written by older ones is written anew. */
const rulesVersion = 1;

const ledgerRules = z.object({
  version: z.literal(rulesVersion),
  labels: z.array(z.string()).readonly(),
  paths: z.array(z.string()).readonly(),
  emails: z.boolean(),
});

/** By which rules the contract files were redacted, as it is noted beside the log. */
export const ledgerRulesText = ({ labels, paths, emails }: PrivacyConfig): string =>
  `${JSON.stringify({ version: rulesVersion, labels, paths, emails })}\n`;

/** Null for a text that says nothing of rules of this version. */
export function readLedgerRules(text: string): Omit<PrivacyConfig, 'root'> | null {
  try {
    const { version: _, ...rules } = ledgerRules.parse(JSON.parse(text));
    return rules;
  } catch {
    return null;
  }
}
