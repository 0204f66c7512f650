import type { PrivacyConfig } from './config.ts';
import { auditJson } from './json.ts';
import { labelRules, valueMarker } from './labels.ts';
import { localPathMarker, localPathRules } from './localPaths.ts';
import { privatePathRule } from './privatePaths.ts';
import { remembering } from './remembering.ts';
import { secretsAsRules } from './secrets.ts';
import { findings, settle, type Rule } from './settle.ts';

/**
 * The stronger of the two strengths: secrets, private fields and files, and paths of this machine. For texts of agents
 * and people and for everything that is written to be shown around; never for patches, nor for what is worked with.
 */
export interface Privacy {
  /** What it was made from. */
  readonly config: PrivacyConfig;
  /** Takes out all that an audit would find. Doing it twice changes nothing more. */
  readonly redact: (text: string) => string;
  /** What a text holds that may not be shown around, each kind once; nothing for a text that was redacted. */
  readonly audit: (text: string) => readonly string[];
  /** The same for a text that holds JSON, whole or line by line: each of its strings is a text of its own. */
  readonly auditJson: (text: string) => readonly string[];
  /** Redacts each string of a plain value, names of fields too, and what a private field holds. */
  readonly redactValue: (value: unknown) => unknown;
  /** A path as people may see it: relative to the repository, without the names of private files. */
  readonly displayPath: (path: string) => string;
}

const emails: Rule = {
  finding: 'e-mail address',
  apply: (text) =>
    text.replace(
      /(?<![\p{L}\p{N}._%+-])(?!git@)[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
      '[redacted-email]',
    ),
};

export function createPrivacy(config: PrivacyConfig): Privacy {
  const labels = labelRules(config.labels);
  const rules: readonly Rule[] = [
    ...secretsAsRules,
    ...localPathRules(config.root),
    privatePathRule(config.paths),
    ...labels.rules,
    ...(config.emails ? [emails] : []),
  ];
  const redact = remembering((text) => settle(text, rules, '[redacted-private-text]'));
  /** A flag tells nothing about anybody, and nor does what is empty. */
  const isPrivate = (name: string, held: unknown): boolean => {
    if (typeof held !== 'object') return held !== '' && typeof held !== 'boolean' && labels.isLabel(name);
    return held !== null && Object.keys(held).length > 0 && labels.isWholeLabel(name);
  };
  const redactValue = (value: unknown): unknown => {
    if (typeof value === 'string') return redact(value);
    if (Array.isArray(value)) return value.map(redactValue);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, held]) => {
        const name = redact(key);
        return [name, isPrivate(name, held) ? valueMarker : redactValue(held)];
      }),
    );
  };
  const audit = (text: string): readonly string[] => findings(text, rules);
  return {
    config,
    redact,
    audit,
    auditJson: (text) => auditJson(text, audit, labels),
    redactValue,
    displayPath: (path) => {
      const shown = redact(path);
      return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(shown) ? localPathMarker : shown;
    },
  };
}
