import type { Problem } from '../../../base/problem.ts';
import { readTime } from '../../../base/clock.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { LeaseReason } from '../../../core/lease/types.ts';
import { scopeName } from '../../../core/lease/facts.ts';
import { normaliseClaim } from '../../../core/lease/claims.ts';
import type { ImportedLease } from '../../../core/ledger/types.ts';
import { isSessionId } from '../../../core/topology/define.ts';
import { isDocument, lineIn, listIn, notObject, refuseVersion, taskIn, type Document } from './document.ts';

const newest = 1;

const reasons: readonly LeaseReason[] = [
  'missing-worktree',
  'inspection-failed',
  'detached-worktree',
  'dirty-worktree',
];

/** The leases that still hold at `now`; the rest is counted. */
interface Leases {
  readonly held: readonly ImportedLease[];
  /** Over, so that they bind nobody. */
  readonly expired: number;
  /** Of a form that says neither what they cover nor how they stand. */
  readonly unusable: number;
  /** Those that hold and are called otherwise here. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
}

/** Reads the leases of another tool: an object that has them, or the bare list. `import.newer`, `import.notObject` or `import.notList` otherwise. */
export function readLeases(file: string, value: unknown, now: string): Result<Leases, Problem> {
  const listed = listOf(file, value);
  if (!listed.ok) return listed;
  const held: ImportedLease[] = [];
  const renamed: { readonly from: string; readonly to: string }[] = [];
  let expired = 0;
  let unusable = 0;
  for (const one of listed.value) {
    const lease = isDocument(one) ? readLease(one, now) : 'unusable';
    if (lease === 'expired') expired++;
    else if (lease === 'unusable') unusable++;
    else {
      held.push(lease);
      const [from, to] = [isDocument(one) ? lineIn(one, 'lease_id') : null, scopeName(lease)];
      if (from !== null && from !== to) renamed.push({ from, to });
    }
  }
  return ok({ held, expired, unusable, renamed });
}

function listOf(file: string, value: unknown): Result<readonly unknown[], Problem> {
  if (Array.isArray(value)) return ok(value);
  if (!isDocument(value)) return err(notObject(file));
  const refused = refuseVersion(file, value, newest);
  return refused ? err(refused) : listIn(file, value, 'leases');
}

function readLease(lease: Document, now: string): ImportedLease | 'expired' | 'unusable' {
  const status = lineIn(lease, 'status') ?? 'active';
  const expiresAt = readTime(lease['expires_at']);
  const agent = lineIn(lease, 'active_agent');
  const overdue = expiresAt !== null && expiresAt < now;
  // What needs recovery is past its time by nature, and one that somebody was writing with may have left its work.
  if (status === 'expired' || (status === 'active' && overdue && agent === null)) return 'expired';
  const claims = claimsIn(lease);
  if (claims.length === 0 || (lineIn(lease, 'lease_type') ?? 'write') !== 'write') return 'unusable';
  const worktree = worktreeIn(lease);
  const owner = lease['owner_session'];
  // A status that nobody here knows, or a place that can't be looked at, is for a person to judge.
  const holds = status === 'active' && !overdue && worktree !== null;
  return {
    task: taskIn(lease, 'task_id'),
    issue: issueIn(lease),
    branch: branchIn(lease),
    worktree,
    session: typeof owner === 'string' && isSessionId(owner) ? owner : 'implementer',
    borrower: agent === null ? null : { agent, since: readTime(lease['active_agent_since']) },
    claims,
    state: holds ? 'active' : 'recovery-needed',
    reason: holds ? null : (reasons.find((reason) => reason === lease['recovery_reason']) ?? 'inspection-failed'),
    expiresAt,
  };
}

/** Files as they can be compared. The old tool masks private names: such a claim is widened to the folder that still shows. */
function claimsIn(lease: Document): readonly string[] {
  const files = lease['claimed_files'];
  if (!Array.isArray(files)) return [];
  const claims = files.flatMap((file): readonly string[] => {
    if (typeof file !== 'string') return [];
    const masked = file.indexOf('[redacted');
    const claim = normaliseClaim(masked < 0 ? file : file.slice(0, file.lastIndexOf('/', masked) + 1));
    return claim === null ? [] : [claim];
  });
  return [...new Set(claims)];
}

function worktreeIn(lease: Document): string | null {
  const text = lineIn(lease, 'worktree');
  if (text === null || text === '.') return '.';
  return text.includes('[redacted') ? null : normaliseClaim(text);
}

function issueIn(lease: Document): string | null {
  const { issue } = lease;
  const text = typeof issue === 'number' ? `${issue}` : (lineIn(lease, 'issue')?.replace(/^#/, '') ?? '');
  return /^\d{1,10}$/.test(text) ? text : null;
}

const branchIn = (lease: Document): string => {
  const branch = lineIn(lease, 'branch') ?? '';
  return branch === 'unknown' ? '' : branch;
};
