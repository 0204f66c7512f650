import type { Privacy } from '../core/privacy/privacy.ts';

const isJson = (path: string): boolean => /\.jsonl?$/i.test(path);

/** What an audit finds in the text of a file; JSON is read string by string. */
export const auditText = (path: string, text: string, privacy: Privacy): readonly string[] =>
  isJson(path) ? privacy.auditJson(text) : privacy.audit(text);

/** The text of a file that is meant to be shown around, without what may not be. JSON stays JSON. */
export function publicText(path: string, text: string, privacy: Privacy): string {
  if (auditText(path, text, privacy).length === 0) return text;
  if (!isJson(path)) return privacy.redact(text);
  try {
    return `${JSON.stringify(privacy.redactValue(JSON.parse(text)), null, 2)}\n`;
  } catch {
    const clean = privacy.redact(text);
    // What is no JSON as a whole may hold strings of it, which spell what is private in another way.
    return privacy.auditJson(clean).length === 0 ? clean : JSON.stringify(clean);
  }
}
