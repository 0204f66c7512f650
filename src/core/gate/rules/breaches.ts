import { problem, type Problem } from '../../../base/problem.ts';
import { worksFor } from '../../breach/select.ts';
import type { Witness } from '../../breach/types.ts';
import type { GateFacts } from '../facts.ts';
import type { GateRule } from '../types.ts';

/** Nothing that all worktrees share was changed while its jobs worked, or a person has accepted it. */
export const breaches: GateRule<GateFacts> = {
  id: 'breaches',
  title: 'Kept to its worktree',
  evaluate: ({ run, breaches: open }) =>
    open.length === 0
      ? { outcome: 'pass', proof: run.change?.head ?? '', missing: [] }
      : {
          outcome: 'fail',
          proof: '',
          missing: open.map(({ id, kind, names, witnesses }) =>
            kind === 'unseen'
              ? problem(
                  'gate.breachUnseen',
                  'What the worktrees share could not be looked at while {session} worked. Look at it, then accept this as breach {breach}.',
                  { breach: id, session: witnesses[0]?.session ?? '' },
                )
              : problem(
                  'gate.breach',
                  'Changed outside the worktree while {session} worked: {what}. Look at it, then accept it as breach {breach}, or return the task.',
                  { breach: id, session: sessionOf(witnesses, run.id), what: names.slice(0, 3).join(', ') },
                ),
          ),
        },
};

/** Whether a question to a person is answered by accepting a breach. */
export const isAboutBreach = ({ code }: Problem): boolean => code === 'gate.breach' || code === 'gate.breachUnseen';

const sessionOf = (witnesses: readonly Witness[], run: string): string =>
  witnesses.find((witness) => worksFor(witness, run))?.session ?? '';
