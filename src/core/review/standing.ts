import { sameIdentity, type Identity, type Verdict } from './types.ts';

/** Verdicts that hold: those in whose place the same reviewer did not put a later one. */
export const standing = (verdicts: readonly Verdict[]): readonly Verdict[] =>
  verdicts.filter((verdict) => !verdicts.some((one) => one.replaces === verdict.job));

/** The verdict that holds now in the place of that of a job. */
export function standingOf(verdicts: readonly Verdict[], job: string): Verdict | undefined {
  const next = verdicts.find((verdict) => verdict.replaces === job);
  return next ? standingOf(verdicts, next.job) : verdicts.find((verdict) => verdict.job === job);
}

/** The verdicts that hold on exactly this identity; none without one. */
export const verdictsOn = (verdicts: readonly Verdict[], identity: Identity | null): readonly Verdict[] =>
  identity === null ? [] : standing(verdicts).filter((verdict) => sameIdentity(verdict.identity, identity));
