import { problem, type Problem } from '../../base/problem.ts';
import { givesVerdict } from '../../core/job/kinds.ts';
import type { Job, LaneOutcome } from '../../core/job/types.ts';
import type { ReviewReport } from '../../core/outcome.ts';
import { redactProblem } from '../../core/privacy/redactProblem.ts';
import { redactSecrets } from '../../core/privacy/secrets.ts';
import { parsePoints } from '../../protocol/points.ts';
import { parseReport } from '../../protocol/report.ts';
import type { EffectContext } from './handler.ts';
import { placeFindings } from './placeFindings.ts';

/** Characters of a report that the log keeps; the whole is in the job's folder. */
export const reportLimit = 20_000;

/**
 * What a report says, and whether the reader left its checkout as it found it: at exactly the tree under review, however it
 * ended. It is read before the full redaction, which could take a verdict for the value of a private field above it. Null
 * when there is nothing to say.
 */
export async function readReview(
  job: Job,
  outcome: LaneOutcome,
  checkout: { readonly path: string; readonly which: 'tracked' | undefined },
  { git, places, privacy, state }: EffectContext,
): Promise<ReviewReport | null> {
  const tree = job.identity ? await git.snapshotTree(checkout.path, checkout.which) : null;
  if (tree?.ok === false) return { ...unsaid, problem: tree.error };
  const integrityFault = tree !== null && tree.value !== job.identity?.tree;
  if (outcome.kind !== 'report') return integrityFault ? { ...unsaid, integrityFault } : null;
  const text = redactSecrets(outcome.text);
  const {
    said,
    problem: why,
    summary,
    findings,
  } = givesVerdict(job.kind) ? parseReport(text, job.identity) : plain(text);
  const source = state().runs[job.run]?.options.source?.path;
  const named = [...(source === undefined ? [] : [source]), places.controlRoot];
  const placed = job.identity
    ? await placeFindings(findings, { identity: job.identity, folders: [checkout.path, ...named] }, git)
    : findings;
  const { redact, audit } = privacy();
  const points = job.about === undefined ? [] : parsePoints(text);
  const clean = {
    word: said,
    problem: why === null ? null : redactProblem(why, redact),
    summary: redact(summary).slice(0, reportLimit),
    findings: placed.map((finding) => ({ ...finding, text: redact(finding.text) })),
    ...(points.length > 0 ? { points: points.map((one) => ({ ...one, reason: redact(one.reason) })) } : {}),
    integrityFault,
  };
  // Redacting takes out all that an audit finds; if it ever did not, the report is not kept and counts for nothing.
  const texts = [...clean.findings.map((finding) => finding.text), ...(clean.points ?? []).map(({ reason }) => reason)];
  const left = [clean.summary, ...texts].flatMap(audit);
  return left.length === 0 ? clean : { ...unsaid, integrityFault, problem: tooPrivate(job, left) };
}

/** A report that is asked for no verdict. */
const plain = (text: string) => ({ said: null, problem: null, summary: text.trim(), findings: [] });

/** No verdict. */
const unsaid: ReviewReport = { word: null, problem: null, summary: '', findings: [], integrityFault: false };

const tooPrivate = ({ role }: Job, kinds: readonly string[]): Problem =>
  problem(
    'review.private',
    'The report of {role} still holds {kinds} after redaction, so it is not taken over. Ask for another review.',
    { role, kinds: [...new Set(kinds)].join(', ') },
  );
