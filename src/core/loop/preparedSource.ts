import type { Outcome } from '../outcome.ts';
import type { Run } from './types.ts';

type Prepared = Extract<Outcome, { kind: 'prepareRun' }>;

/** What is known of a checkout that a person named. A change that is there already is the first round's. */
export const preparedSource = (run: Run, { source }: Prepared) =>
  source === undefined
    ? {}
    : {
        start: source.sight.head,
        sight: source.sight,
        ...(source.change && run.change === null ? { change: { ...source.change, round: run.round + 1 } } : {}),
      };

/** Where the branch of that checkout is: until a round is committed elsewhere, the gate looks at it. */
export function preparedRef({ options }: Run, { source }: Prepared): Readonly<Record<string, string>> {
  if (source === undefined) return {};
  const branch = options.source?.branch ?? null;
  const { head } = source.sight;
  return { [branch === null ? head : `refs/heads/${branch}`]: head };
}
