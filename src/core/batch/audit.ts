import { fill } from '../../base/problem.ts';
import type { Identity, Verdict } from '../review/types.ts';
import type { BatchAudit, BatchSeat } from './types.ts';

/** The seat whose questions a rule answers: is anything private written anywhere, and is anything claimed that can't be? */
export const auditedByRule = 'eval-claim-privacy-auditor';

/** Who judged, where no agent did. */
const hostJudge = 'host';

/** The verdict that follows from an audit: anything that was found, or that nobody could look at, does not pass. */
export function auditVerdict(
  { session, role }: Pick<BatchSeat, 'session' | 'role'>,
  identity: Identity,
  { found, claims }: BatchAudit,
  at: string,
): Verdict {
  const findings = [
    ...found.map(({ file, issue }) => ({ severity: 'blocker' as const, file, text: issue })),
    ...claims.map(({ problem }) => ({ severity: 'blocker' as const, text: fill(problem.text, problem.params) })),
  ];
  return {
    identity,
    job: '',
    session,
    role,
    agent: hostJudge,
    word: findings.length === 0 ? 'pass' : 'not-pass',
    summary:
      findings.length === 0
        ? 'Nothing private was found in the reports and in what the change adds, and nothing is claimed that it can’t prove.'
        : `Found by rule: ${findings.length}.`,
    findings,
    at,
  };
}
