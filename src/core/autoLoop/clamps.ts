import { problem, type Problem } from '../../base/problem.ts';

/** What is known of the place that a loop is to work in, when it starts. */
export interface Ground {
  /** Whether several processes can append to the log at once there. */
  readonly canShareLog: boolean;
  readonly isNativeWindows: boolean;
  readonly head: HeadSight;
}

/** How the commit that is checked out stands to the one that tasks fork from. */
export type HeadSight =
  | { readonly kind: 'at-base' }
  | { readonly kind: 'ahead' | 'behind' | 'diverged'; readonly base: string }
  /** One of both could not be told. */
  | { readonly kind: 'unresolved' };

/** Why a loop works on one task at a time, whatever it was told; a person is shown each. */
export interface Clamped {
  readonly wanted: number;
  readonly why: readonly Problem[];
}

/** What keeps a loop from working on several tasks at once; empty where nothing does. */
export function clampPool(
  { canShareLog, isNativeWindows, head }: Ground,
  { isKilled, anyHead }: { readonly isKilled: boolean; readonly anyHead: boolean },
): readonly Problem[] {
  return [
    ...(isKilled ? [problem('pool.killed', 'mam.loop.oneAtATime is on.')] : []),
    ...(canShareLog
      ? []
      : [
          problem(
            'pool.noLocks',
            'The file system of the git folder can’t share a log between processes. Keep the repository on a local disk.',
          ),
        ]),
    ...(isNativeWindows ? [problem('pool.windows', 'This is native Windows. Use WSL to work on several.')] : []),
    ...headClamp(head, anyHead),
  ];
}

function headClamp(head: HeadSight, anyHead: boolean): readonly Problem[] {
  if (head.kind === 'at-base') return [];
  // Nobody knows what the tasks would fork from, so that no setting helps.
  if (head.kind === 'unresolved')
    return [
      problem('pool.baseUnknown', 'HEAD, or the base that tasks fork from, can’t be resolved. `mam doctor` says more.'),
    ];
  return anyHead ? [] : [elsewhere(head)];
}

function elsewhere({ kind, base }: Extract<HeadSight, { readonly base: string }>): Problem {
  switch (kind) {
    case 'ahead':
      return problem(
        'pool.headAhead',
        'HEAD is ahead of {base}, and tasks fork from {base}. Check that out, or switch mam.pool.anyHead on.',
        { base },
      );
    case 'behind':
      return problem(
        'pool.headBehind',
        'HEAD is behind {base}, and tasks fork from {base}. Check that out, or switch mam.pool.anyHead on.',
        { base },
      );
    case 'diverged':
      return problem(
        'pool.headDiverged',
        'HEAD and {base} diverged, and tasks fork from {base}. Check that out, or switch mam.pool.anyHead on.',
        { base },
      );
  }
}
