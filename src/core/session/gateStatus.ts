import type { Run } from '../loop/types.ts';
import { dueSecond } from '../review/second.ts';
import { verdictsOn } from '../review/standing.ts';
import type { Identity } from '../review/types.ts';
import type { State } from '../state.ts';
import type { Role } from '../topology/types.ts';
import { isFresh, lastSign, seatOf } from './freshness.ts';
import { isPassWord } from './passFamily.ts';
import type { RoleSession } from './types.ts';

/** What a seat's word is worth for one run. */
export interface GateStatus {
  /** `passed`, `blocked`, `stale`, `missing`, or the seat's own word. */
  readonly status: string;
  /** True for a verdict of exactly this identity alone, neither lowered nor overdue. */
  readonly ok: boolean;
  /** A pass word that the seat said of itself. */
  readonly claimed: string | null;
  readonly fresh: boolean;
}

/** What a run or a heartbeat is about; without an identity nothing can be passed. */
interface About {
  readonly run: Run | null;
  readonly identity: Identity | null;
}

/**
 * The status of a seat as a gate may count it. The canonical session id decides: whoever else uses the role's name
 * counts for nothing. `at` is now, `ttlMs` how long a sign of life lasts.
 */
export function gateStatus(
  state: State,
  role: Pick<Role, 'session'>,
  about: About,
  at: string,
  ttlMs: number,
): GateStatus {
  const { session } = role;
  const seat = seatOf(state, session);
  const claimed = seat?.claimed ?? null;
  // A run may outlive its team: when another loop has other seats, what was judged by then stays judged.
  const word = judged(about, session) ?? (seat ? wordOf(seat) : null);
  if (word === null) return { status: 'missing', ok: false, claimed, fresh: false };
  // A lane at work has a live process, which says more than the time of its last message.
  const works = about.run?.jobs.some((job) => job.session === session && !job.ended) ?? false;
  const fresh = works || isFresh(lastSign(state, session, about.run) ?? '', at, ttlMs);
  if (!fresh) return { status: 'stale', ok: false, claimed, fresh };
  return { status: word, ok: word === passed, claimed, fresh };
}

/** A pass that no verdict on this identity gave is none. */
const wordOf = ({ status }: RoleSession): string => (isPassWord(status) ? 'idle' : status);

const passed = 'passed';

/** What verdicts and a later lowering say of this identity; null when nobody judged it. */
function judged({ run, identity }: About, session: string): string | null {
  if (!run || !identity) return null;
  const own = verdictsOn(run.verdicts, identity).filter((one) => one.session === session);
  if (own.length === 0) return null;
  if (own.some((one) => one.word === 'not-pass')) return 'blocked';
  if (dueSecond(run, own)) return null;
  return run.lowered[session]?.status ?? passed;
}
