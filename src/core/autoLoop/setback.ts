import type { Run } from '../loop/types.ts';

/**
 * Why a task came to nothing, as far as a loop may do something about it:
 * - `rejected`: its rounds of repair or the time of its loop are used up, so that more of the same would not help.
 * - `lane`: an agent's lane came to nothing; another try may not.
 * - `held`: somebody else has what it needs. The work itself is as good as it was.
 * - `blocked`: only a person can tell.
 */
export type Setback = 'rejected' | 'lane' | 'held' | 'blocked';

/** Null for a run that does not rest with a question. */
export function setbackOf({ phase, ask }: Pick<Run, 'phase' | 'ask'>): Setback | null {
  if (phase !== 'needs-you' || ask === null) return null;
  if (ask.kind !== 'problem') return 'blocked';
  const { code } = ask.problem;
  return rejected.has(code) ? 'rejected' : lane.has(code) ? 'lane' : heldCodes.has(code) ? 'held' : 'blocked';
}

const rejected: ReadonlySet<string> = new Set([
  'loop.roundCap',
  'loop.timeCap',
  'loop.onlyMinor',
  'loop.disputed',
  'lane.loopTime',
]);

const lane: ReadonlySet<string> = new Set([
  'lane.failed',
  'lane.noReport',
  'lane.badOutput',
  'lane.commandCap',
  'lane.timeout',
  'lane.interrupted',
  'lane.terminated',
  'lane.server',
  'lane.spawnFailed',
  'supervisor.unreachable',
  'supervisor.lost',
  'turn.noAnswer',
  'review.noVerdict',
  'review.unread',
  'verdict.missing',
  'verdict.empty',
  'verdict.several',
  'verdict.otherHead',
]);

/** Somebody else holds the files. */
export const heldCodes: ReadonlySet<string> = new Set([
  // What logs from before leases had branches call it.
  'lease.held',
  'lease.overlap',
  'lease.ofJob',
  'lease.recoveryNeeded',
  'lease.lent',
  'lease.lost',
]);
