import { problem, type Problem } from '../../../base/problem.ts';
import type { CheckResult } from '../../evidence/types.ts';
import { gone, mergedOn } from '../../merged/select.ts';
import type { MergedResult } from '../../merged/types.ts';
import type { GateFacts } from '../facts.ts';
import type { GateRule, RuleResult } from '../types.ts';
import { judgeChecks } from './checks.ts';

type Judged = Omit<RuleResult, 'rule'>;

const not = (outcome: 'fail' | 'pending', ...missing: readonly Problem[]): Judged => ({ outcome, proof: '', missing });

/**
 * What would be on the base is what was checked. While the base is where the work began, that is the head's own tree; once
 * it moved, a merge of exactly this head onto exactly that base, with the checks that that base names.
 */
export const merged: GateRule<GateFacts> = {
  id: 'merged',
  title: 'Merged result',
  evaluate: ({ run, identity, baseNow }) => {
    const task = run.task.id;
    const ref = run.base?.ref ?? '';
    if (!identity || baseNow === null)
      return not(
        'pending',
        problem('gate.mergedUnknown', 'What {task} would make of its base is not known yet.', { task }),
      );
    if (baseNow === identity.base) return { outcome: 'pass', proof: identity.tree, missing: [] };
    if (baseNow === gone)
      return not(
        'fail',
        problem('gate.mergedNoBase', '{ref} is gone, so there is nothing to merge {task} onto.', { ref, task }),
      );
    const found = mergedOn(run, baseNow, identity.head);
    if (!found) return not('pending', beingMerged(run.task.id, ref, baseNow));
    return judge(found, { task, ref, results: run.results, checksRequired: run.options.checksRequired });
  },
};

interface Known {
  readonly task: string;
  readonly ref: string;
  readonly results: readonly CheckResult[];
  readonly checksRequired: boolean;
}

function judge({ made, base, checks }: MergedResult, { task, ref, results, checksRequired }: Known): Judged {
  switch (made.kind) {
    case 'rewritten':
      return not(
        'fail',
        problem(
          'gate.mergedRewritten',
          'Nothing was merged: the history of {ref} is another one than {task} was done on.',
          {
            ref,
            task,
          },
        ),
      );
    case 'conflict':
      return not(
        'fail',
        problem(
          'gate.mergedConflict',
          '{task} conflicts with {ref} in {files}. Return the task so that it is done on the new base.',
          { task, ref, files: made.files.join(', ') },
        ),
      );
    case 'clean': {
      if (made.both.length > 0)
        return not(
          'fail',
          problem(
            'gate.mergedBoth',
            '{files} changed on {ref} and in {task}, so what was reviewed is not what would be on it. Return the task so that it is done on the new base.',
            { files: made.both.join(', '), ref, task },
          ),
        );
      const judged = judgeChecks(checks, results, made.commit, { task, checksRequired });
      if (judged.outcome === 'pending') return not('pending', beingMerged(task, ref, base));
      if (judged.outcome === 'fail')
        return not('fail', ...judged.missing.map((one) => onMerged(one, task, ref, made.commit)));
      return { outcome: 'pass', proof: made.commit, missing: [] };
    }
  }
}

const beingMerged = (task: string, ref: string, base: string): Problem =>
  problem(
    'gate.mergedPending',
    '{ref} moved to {commit}: {task} is merged onto it and checked again. Where no editor is open, mam resume does it.',
    { task, ref, commit: base.slice(0, 7) },
  );

/** A failed check is the two changes' together; anything else is said as of any other commit. */
const onMerged = (missing: Problem, task: string, ref: string, commit: string): Problem =>
  missing.code === 'gate.checkFailed'
    ? problem(
        'gate.mergedCheckFailed',
        '{check} failed with exit code {code} on {commit}, which is {task} merged onto {ref}. Its output is in the packet. Return the task so that it is done on the new base, or resume to run it again.',
        { ...missing.params, commit: commit.slice(0, 7), task, ref },
      )
    : missing;
