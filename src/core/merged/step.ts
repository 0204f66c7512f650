import { problem, type Problem } from '../../base/problem.ts';
import type { DomainEvent } from '../event.ts';
import { isAllowed, needsShell } from '../evidence/checks.ts';
import { gateFacts } from '../gate/facts.ts';
import { mergedWorktree } from '../loop/names.ts';
import { isRequested, openEffects } from '../loop/phases.ts';
import { goOn, settled, waiting, type Step } from '../loop/turn.ts';
import type { Ask, Run } from '../loop/types.ts';
import { requestWorktree } from '../loop/worktrees.ts';
import type { State } from '../state.ts';
import { mergeMessage } from './message.ts';
import { mergedOn, mergeWanted } from './select.ts';
import type { MergedResult } from './types.ts';

/**
 * How often in a row a base may move on while a head is merged onto it and checked. Each check that began is brought to
 * its end and the next merge takes the newest base, so that no more than one is ever under way; beyond this the run gives
 * its place in the loop to another task and asks.
 */
const mostOvertaken = 3;

/** What is next until the head is merged onto the base of now and checked there. */
export function stepMerged(state: State, run: Run): Step {
  const wanted = mergeWanted(gateFacts(state, run));
  if (!wanted || !run.base) return settled;
  if (openEffects(state, run).some(({ effect }) => effect.kind === 'mergeResult')) return waiting;
  const found = mergedOn(run, wanted.base, wanted.head);
  if (found) return stepFound(state, run, found);
  // The checkout of an earlier merge goes first: one at a time.
  if (isThere(state, run)) return waiting;
  if ((run.overtaken ?? 0) >= mostOvertaken) return { ...waiting, ask: restless(run) };
  return goOn(requestMerge(run, wanted));
}

/** Asks for the merge of a head onto a base, and for nothing to be checked yet. */
export const requestMerge = (
  run: Run,
  wanted: Pick<MergedResult, 'base' | 'head'>,
): readonly Extract<DomainEvent, { type: 'effectRequested' }>[] =>
  run.base === null
    ? []
    : [
        {
          type: 'effectRequested',
          effect: {
            kind: 'mergeResult',
            id: `${run.id}/merged/${wanted.base}/${wanted.head}`,
            run: run.id,
            from: run.base.commit,
            ...wanted,
            message: mergeMessage(run),
            at: run.startedAt,
          },
        },
      ];

/** What the checks of a merge still need from a person, before anything of them runs. */
export function askOfMerge(state: State, run: Run): Ask | null {
  const wanted = mergeWanted(gateFacts(state, run));
  const checks = (wanted && mergedOn(run, wanted.base, wanted.head)?.checks) ?? [];
  const impossible = checks.find((check) => check.argv.length === 0);
  if (impossible) return { kind: 'problem', problem: needsShell(impossible) };
  const unknown = checks.filter((check) => !isAllowed(check, [...run.options.allowedChecks, ...state.allowedChecks]));
  return unknown.length > 0 ? { kind: 'checks', checks: unknown } : null;
}

function stepFound(state: State, run: Run, { made, checks }: MergedResult): Step {
  if (made.kind !== 'clean' || made.both.length > 0 || checks.length === 0) return settled;
  const { commit } = made;
  if (run.results.some((result) => result.head === commit)) return settled;
  const name = mergedWorktree(run, commit);
  const worktree = state.worktrees[name];
  if (worktree?.state !== 'ready')
    return goOn(requestWorktree(state, run, { worktree: name, purpose: 'check', commit }));
  const id = `${name}/run`;
  if (isRequested(state, id)) return waiting;
  return goOn([
    {
      type: 'effectRequested',
      effect: { kind: 'runChecks', id, run: run.id, path: worktree.path, head: commit, checks },
    },
  ]);
}

const isThere = (state: State, run: Run): boolean => {
  if (run.merged?.made.kind !== 'clean') return false;
  const there = state.worktrees[mergedWorktree(run, run.merged.made.commit)];
  return there !== undefined && there.state !== 'failed';
};

const restless = ({ task, base, overtaken = 0 }: Run): Problem =>
  problem(
    'gate.baseRestless',
    '{ref} moved on {count} {count|time|times} while {task} was merged onto it and checked, so nothing is known of where it is now. Resume once it rests.',
    { ref: base?.ref ?? '', count: overtaken, task: task.id },
  );
