import { problem, type Problem } from '../../base/problem.ts';
import type { Classification } from '../surface/types.ts';
import type { TextCheck } from './readiness.ts';
import * as reasons from './reasons.ts';

/** Kinds of changes that a person may ask to be held to, and the surfaces that each may touch. */
export const passProfiles = {
  'docs-only-strict': ['docs-only'],
  'ci-only-strict': ['ci-validation'],
  'agent-loop-tooling-strict': ['ci-validation', 'docs-only'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type PassProfile = keyof typeof passProfiles;

export const isPassProfile = (text: string): text is PassProfile => Object.hasOwn(passProfiles, text);

/** What a change lacks that is held to more than usual: nothing may be left out, and nothing may be left open. */
export function strictBlockers(facts: {
  readonly surface: Pick<Classification, 'surface' | 'additional'>;
  readonly task: string | null;
  readonly claim: TextCheck;
  readonly openFollowUps: number;
  /** Null for no kind of its own. */
  readonly profile: PassProfile | null;
}): readonly Problem[] {
  const { surface, task, claim, openFollowUps, profile } = facts;
  const touched = [surface.surface, ...surface.additional];
  const allowed: readonly string[] = profile === null ? touched : passProfiles[profile];
  return [
    ...(task === null ? [reasons.noTask()] : []),
    ...(claim === 'none' ? [reasons.noClaim()] : []),
    ...(openFollowUps > 0
      ? [
          problem('pass.followUps', 'Reviews left {count} follow-ups open. Do them first, or take them off the list.', {
            count: openFollowUps,
          }),
        ]
      : []),
    ...(touched.some((name) => !allowed.includes(name))
      ? [
          problem(
            'pass.profile',
            '{profile} allows only {allowed}, and the change touches {surfaces}. Split the change, or check it without --profile.',
            {
              profile: profile ?? '',
              allowed: allowed.join(', '),
              surfaces: touched.join(', '),
            },
          ),
        ]
      : []),
  ];
}
