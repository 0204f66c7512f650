import { commandLine } from '../../base/shellWord.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { isAllowed, needsShell } from '../evidence/checks.ts';
import type { Check } from '../evidence/types.ts';
import { wholeRepository } from '../lease/claims.ts';
import { isContextOnly } from '../lease/shared.ts';
import { isProposing } from '../patch/isProposing.ts';
import { namesNoCheck, noChecks } from '../gate/rules/checks.ts';
import type { State } from '../state.ts';
import { needLease } from './needLease.ts';
import { isBusy } from './phases.ts';
import { needsPlan } from './plan.ts';
import { startRound } from './startRound.ts';
import type { Ask, Run } from './types.ts';

/** Base, claim and questions, all before anything is spent on an agent. */
export function prepare(state: State, run: Run, context: Context): readonly DomainEvent[] {
  if (isBusy(state, run)) return [];
  const ask = (question: Ask): readonly DomainEvent[] => [{ type: 'runAsked', run: run.id, ask: question }];

  if (run.claims.length === 0) return ask({ kind: 'claims' });
  const { openContextClaims = false, contextPaths } = run.options;
  // Whoever may write anywhere holds everything, so that nobody else writes meanwhile.
  if (openContextClaims && !run.claims.includes('**') && isContextOnly(run.claims, contextPaths))
    return [{ type: 'claimsSet', run: run.id, claims: wholeRepository }];
  if (!run.base) {
    const effect = {
      kind: 'prepareRun',
      id: `${run.id}/prepare/${run.round + 1}`,
      run: run.id,
      task: run.task.id,
      branch: run.branch,
    } as const;
    return [{ type: 'effectRequested', effect }];
  }
  const lease = needLease(state, run, context);
  if (lease) return lease;
  // What is only proposed is checked when it is applied.
  if (isProposing(run)) return startRound(run, context);
  if (namesNoCheck(run)) return ask({ kind: 'problem', problem: noChecks(run) });
  const impossible = run.checks.find((check) => check.argv.length === 0);
  if (impossible) return ask({ kind: 'problem', problem: needsShell(impossible) });
  const unknown = [...setUpOf(run), ...run.checks].filter(
    (check) => !isAllowed(check, [...run.options.allowedChecks, ...state.allowedChecks]),
  );
  if (unknown.length > 0) return ask({ kind: 'checks', checks: unknown });
  // What a person wants judged is judged first; only what does not pass is worked on.
  if (isJudgedFirst(run))
    return [...startRound(run, context), { type: 'phaseEntered', run: run.id, phase: 'reviewing' }];
  return needsPlan(run) ? [{ type: 'phaseEntered', run: run.id, phase: 'planning' }] : startRound(run, context);
}

/** What sets the checkouts up that checks run in: it is run without a person, so it is asked for like a check. */
const setUpOf = ({ options, checks }: Run): readonly Check[] =>
  checks.length === 0 ? [] : (options.setUp?.commands ?? []).map((argv) => ({ line: commandLine(argv), argv }));

const isJudgedFirst = ({ options, change, start, comments, round }: Run): boolean =>
  options.source?.reviewOnly === true &&
  change !== null &&
  change.head === start &&
  comments.length === 0 &&
  round + 1 === change.round;
