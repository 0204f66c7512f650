import { isAboutBreach } from '../../core/gate/rules/breaches.ts';
import type { Problem } from '../../base/problem.ts';
import { leaseName, runOfLease } from '../../core/lease/facts.ts';
import { isMergedAnew, movedSinceYes } from '../../core/merged/approved.ts';
import { hasFailedMerge, isMerging, isUnmerged } from '../../core/merged/select.ts';
import { hasLoweredPass } from '../../core/loop/phases.ts';
import type { Ask, Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';

/** One thing that a person can do about a run that waits. The first of several is what its sentence asks for. */
export type WayOut =
  | { readonly kind: 'approve' | 'merge' | 'mergeBranch' | 'return' | 'resume' | 'checks' | 'abandon' }
  /** `claims` are the ones that would do, empty when nobody knows. */
  | { readonly kind: 'claims'; readonly claims: readonly string[] }
  | { readonly kind: 'signIn'; readonly agent: string }
  | { readonly kind: 'breach'; readonly breach: string };

/** Problems that trying again would meet again: the work has to go back to its writer. */
const needsReturn: ReadonlySet<string> = new Set([
  // What logs from before merges call a base that moved.
  'gate.baseMoved',
  'gate.baseGone',
  'gate.baseRewritten',
  'gate.mergedRewritten',
  'gate.mergedConflict',
  'gate.mergedBoth',
  'gate.headMoved',
  'commit.moved',
  'merge.baseMoved',
  'merge.notFastForward',
]);
/** Problems that another try may mend, and the writer may too. */
const mayReturn: ReadonlySet<string> = new Set([
  'patch.empty',
  'gate.checkTimedOut',
  'git.mergeTooOld',
  'gate.baseRestless',
]);
/** What more of the same would not mend: the work goes back with comments, or ends. */
const returnOrEnd: ReadonlySet<string> = new Set([
  'loop.roundCap',
  'loop.timeCap',
  'loop.onlyMinor',
  'loop.disputed',
  'gate.provesNothing',
  'gate.proofNoTests',
  'gate.proofNotBuilt',
]);
/** What may be mended outside of the work, or not at all. */
const resumeOrEnd: ReadonlySet<string> = new Set([
  'source.gone',
  'gate.proofNoCommand',
  'gate.proofNoDependency',
  'gate.proofTimedOut',
  'gate.proofKilled',
  'gate.proofNotSetUp',
]);
const needsClaims: ReadonlySet<string> = new Set(['patch.outsideClaim', 'gate.outsideClaim']);
const needsSignIn: ReadonlySet<string> = new Set(['lane.signedOut', 'agent.signedOut']);

/** Everything that helps a run that needs a person; empty when nothing does, or it goes on by itself. */
export function waysOut(state: State, run: Run): readonly WayOut[] {
  if (isUnmerged(run)) {
    // What began at a commit, or at another's branch, is a person's to bring where it belongs.
    if (isTheirsToMerge(run)) return [{ kind: 'mergeBranch' }];
    // It goes on by itself: what it makes of a base that moved is looked at, for another yes.
    if (isMergedAnew(state, run)) return [];
    return movedSinceYes(state, run) === null ? [{ kind: 'merge' }] : [{ kind: 'merge' }, { kind: 'return' }];
  }
  switch (run.phase) {
    case 'waiting': {
      if (run.gate?.open === true) return [{ kind: 'approve' }, { kind: 'return' }];
      const closed = closedBy(run);
      if (closed !== null && isAboutBreach(closed)) return ofBreach(closed);
      // It goes on by itself.
      if (isMerging(run)) return [];
      if (hasFailedMerge(run)) return ofMerge(closed);
      return hasLoweredPass(run) ? [{ kind: 'resume' }, { kind: 'return' }] : [{ kind: 'return' }];
    }
    case 'stopped':
    // It goes on by itself, but need not be waited for.
    case 'retrying':
      return [{ kind: 'resume' }];
    case 'needs-you':
      return run.ask === null ? [] : ofAsk(run, run.ask);
    default:
      return [];
  }
}

function ofAsk(run: Run, ask: Ask): readonly WayOut[] {
  if (ask.kind === 'claims') return [{ kind: 'claims', claims: [] }];
  if (ask.kind === 'checks') return [{ kind: 'checks' }];
  const { code, params } = ask.problem;
  if (code === 'gate.mergedCheckFailed') return ofMerge(ask.problem);
  if (needsReturn.has(code)) return [{ kind: 'return' }];
  if (returnOrEnd.has(code)) return [{ kind: 'return' }, { kind: 'abandon' }];
  if (resumeOrEnd.has(code)) return [{ kind: 'resume' }, { kind: 'abandon' }];
  if (needsClaims.has(code)) {
    const strays = String(params['files'] ?? params['path'] ?? '').split(', ');
    return [{ kind: 'claims', claims: [...run.claims, ...strays] }, { kind: 'resume' }];
  }
  if (isAboutBreach(ask.problem)) return ofBreach(ask.problem);
  if (needsSignIn.has(code)) return [{ kind: 'signIn', agent: String(params['agent'] ?? '') }, { kind: 'resume' }];
  return mayReturn.has(code) ? [{ kind: 'resume' }, { kind: 'return' }] : [{ kind: 'resume' }];
}

/** A check that fails on the merge of two changes is the writer's; whatever else kept it from passing may be mended here. */
const ofMerge = (why: Problem | null): readonly WayOut[] =>
  why?.code === 'gate.mergedCheckFailed'
    ? [{ kind: 'return' }, { kind: 'resume' }]
    : [{ kind: 'resume' }, { kind: 'return' }];

const ofBreach = ({ params }: Problem): readonly WayOut[] => [
  { kind: 'breach', breach: String(params['breach'] ?? '') },
  { kind: 'return' },
];

/** The run whose lease this one waits for: what frees its files is the decision on that one. Null for none. */
export function holderInTheWay(state: State, { ask }: Pick<Run, 'ask'>): Run | null {
  if (ask?.kind !== 'problem' || ask.problem.code !== 'lease.overlap') return null;
  const lease = Object.values(state.leases).find((one) => leaseName(state, one) === ask.problem.params['lease']);
  return (lease && runOfLease(state, lease)) ?? null;
}

/** Why a run waits for a person although it asks nothing: what keeps its gate closed, or null. */
export const closedBy = (run: Run): Problem | null =>
  run.phase === 'waiting' && run.gate?.open === false
    ? (run.gate.rules.flatMap((rule) => rule.missing)[0] ?? null)
    : null;

/** Whether its base is no branch here that could be moved to it: a named checkout, a detached HEAD, a branch of a remote. */
export const isTheirsToMerge = ({ options, base }: Pick<Run, 'options' | 'base'>): boolean =>
  options.source !== undefined || (base !== null && !base.ref.startsWith('refs/heads/'));
