import { auditClaim } from '../../core/claim/auditClaim.ts';
import type { ClaimWords } from '../../core/claim/types.ts';
import { checkBody } from '../../core/ship/checkBody.ts';
import type { TextCheck } from '../../core/ship/readiness.ts';
import type { Classification } from '../../core/surface/types.ts';
import type { TextFacts } from '../../core/tick/types.ts';
import type { GivenText } from './request.ts';

/** What a text is looked at against. */
interface About {
  readonly issue: string | null;
  readonly surface: Classification;
  readonly files: readonly string[];
  readonly words: readonly ClaimWords[];
  /** Names of what the privacy rules find in a text. */
  readonly audit: (text: string) => readonly string[];
}

/** An empty file says as much as none. */
const isBlank = (text: string | null): boolean => text === null || text.trim() === '';

/** What the claim text claims and the change can't show. */
export const claimFacts = ({ path, text }: GivenText, { surface, words }: About): TextFacts => ({
  path,
  missing: isBlank(text),
  findings: text === null || isBlank(text) ? [] : auditClaim(text, surface, words).map((one) => one.problem),
});

/** What has to be mended in the body of the pull request. */
export const bodyFacts = ({ path, text }: GivenText, about: About): TextFacts => ({
  path,
  missing: isBlank(text),
  findings:
    text === null || isBlank(text)
      ? []
      : checkBody(text, { ...about, privacy: about.audit(text) }).map((one) => one.problem),
});

export const textCheck = (facts: TextFacts | null): TextCheck =>
  facts === null ? 'none' : facts.missing ? 'missing' : facts.findings.length;
