import type { Context } from '../context.ts';
import { disputedPoints, pointsOf, rebuttalOf, rebuttedPoints } from '../dispute/points.ts';
import { rulingsOf } from '../dispute/rulings.ts';
import type { DomainEvent } from '../event.ts';
import { gateFacts } from '../gate/facts.ts';
import type { Job } from '../job/types.ts';
import { standingOf } from '../review/standing.ts';
import type { Identity, Verdict } from '../review/types.ts';
import type { State } from '../state.ts';
import { plannerRole } from '../topology/planner.ts';
import { writerRole } from '../topology/roles.ts';
import { agentOf, laneOf } from './agentOf.ts';
import { needLease } from './needLease.ts';
import { stepsOf } from './options.ts';
import { isSpent, takeTurn, triesOf, type Step, type Turn } from './turn.ts';
import type { Phase, Run } from './types.ts';

/** Argument, ruling and arbitration about what rejected a round. None of them passes anything: only a reviewer's new verdict does. */
export function dispute(state: State, run: Run, context: Context): readonly DomainEvent[] {
  const { identity, verdicts } = gateFacts(state, run);
  if (!identity) return [];
  const lease = needLease(state, run, context);
  if (lease) return lease;
  const turns = turnsOf(run, identity, verdicts).filter((turn) => !isAnswered(run, turn));
  const steps = turns.map((turn) => takeTurn(state, run, turn, context));
  const next = steps.find((step) => step.events.length > 0);
  if (next) return next.events;
  const question = steps.find((step) => step.ask !== null)?.ask;
  if (question && steps.every(isOver))
    return [{ type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: question } }];
  return steps.every((step) => step.settled) ? [{ type: 'phaseEntered', run: run.id, phase: after(run) }] : [];
}

const isOver = (step: Step): boolean => step.settled || step.ask !== null;

/** Who has to say something in this phase. */
function turnsOf(run: Run, identity: Identity, verdicts: readonly Verdict[]): readonly Turn[] {
  const shared = { commit: identity.head, identity };
  const source = newestArgument(run);
  switch (run.phase) {
    case 'rebutting': {
      const turn = rebuttalTurn(run, verdicts);
      return turn ? [{ ...turn, ...shared }] : [];
    }
    case 'arbitrating': {
      const turn = arbitrationTurn(run);
      return turn ? [{ ...turn, ...shared }] : [];
    }
    default:
      return source ? adjudicationTurns(run, source).map((turn) => ({ ...turn, ...shared })) : [];
  }
}

/** Where the run goes when everybody has spoken. What came to nothing leaves the rejection as it is. */
function after(run: Run): Phase {
  const source = newestArgument(run);
  if (run.phase === 'adjudicating' || !source) return 'reviewing';
  if (run.phase === 'rebutting') return rebuttedPoints(run, source).length > 0 ? 'adjudicating' : 'reviewing';
  return rulingsOf(run, source) === 'overruled' ? 'adjudicating' : 'reviewing';
}

type Said = Omit<Turn, 'commit' | 'identity'>;

const isAnswered = (run: Run, turn: Said): boolean => triesOf(run, turn).some((job) => job.answer !== undefined);

/** The rebuttals and arbitrations of this round that came to something, oldest first. */
const argumentsOf = (run: Run, kind?: 'rebuttal' | 'arbitration'): readonly Job[] =>
  run.jobs.filter(
    (job) =>
      (kind === undefined ? job.kind === 'rebuttal' || job.kind === 'arbitration' : job.kind === kind) &&
      job.round === run.round &&
      job.answer !== undefined,
  );

const newestArgument = (run: Run): Job | undefined => argumentsOf(run).at(-1);

function rebuttalTurn(run: Run, verdicts: readonly Verdict[]): Said | null {
  const role = writerRole(run.options.topology);
  const about = verdicts.filter((verdict) => verdict.word === 'not-pass').map((verdict) => verdict.job);
  return role && about.length > 0 ? { kind: 'rebuttal', role, staff: agentOf(run, role.session), about } : null;
}

/** Each reviewer rules on what was said to its own findings, by the agent that found them. */
function adjudicationTurns(run: Run, source: Job): readonly Said[] {
  const rebuttal = rebuttalOf(run, source);
  const points = rebuttal ? rebuttedPoints(run, rebuttal) : [];
  const judged = [...new Map(points.map(({ verdict }) => [verdict.job, verdict])).values()].filter(
    ({ job }) => standingOf(run.verdicts, job)?.word === 'not-pass',
  );
  return judged.flatMap((verdict): Said[] => {
    const role = run.options.topology.roles.find((one) => one.session === verdict.session);
    const prior = run.jobs.find((job) => job.id === verdict.job)?.prior;
    const staff = laneOf(run, verdict.session, verdict.agent);
    return role
      ? [
          {
            kind: 'adjudication',
            role,
            staff,
            about: [source.id, verdict.job],
            ...(prior === undefined ? {} : { prior }),
          },
        ]
      : [];
  });
}

function arbitrationTurn(run: Run): Said | null {
  const role = plannerRole(run.options.topology);
  const rebuttal = argumentsOf(run, 'rebuttal').at(-1);
  return role && rebuttal
    ? { kind: 'arbitration', role, staff: agentOf(run, role.session), about: [rebuttal.id] }
    : null;
}

/** What can still be said about what rejected this round, before it is repaired; null when all is said. */
export function nextArgument(run: Run, verdicts: readonly Verdict[]): Phase | null {
  const { maxRebuttals } = stepsOf(run.options);
  const rebuttals = argumentsOf(run, 'rebuttal');
  const turn = rebuttalTurn(run, verdicts);
  if (maxRebuttals === 0 || !turn) return null;
  const isOpen = !isAnswered(run, turn) && !isSpent(run, triesOf(run, turn));
  if (rebuttals.length < maxRebuttals && isOpen) return 'rebutting';
  const last = rebuttals.at(-1);
  const ruling = last ? arbitrationTurn(run) : null;
  if (!last || !ruling || rebuttals.length < maxRebuttals || disputedPoints(run, last).length === 0) return null;
  return isAnswered(run, ruling) || isSpent(run, triesOf(run, ruling)) ? null : 'arbitrating';
}

/** Whether the planner overruled all that still rejects this round, and its reviewers hold on to it all the same. */
export function isDeadlocked(run: Run, verdicts: readonly Verdict[]): boolean {
  const ruling = argumentsOf(run, 'arbitration').at(-1);
  const rebuttal = ruling && rebuttalOf(run, ruling);
  if (!ruling || !rebuttal || rulingsOf(run, ruling) !== 'overruled') return false;
  const about = rebuttal.about ?? [];
  const argued = new Set(about.map((job) => standingOf(run.verdicts, job)?.job));
  return (
    pointsOf(run.verdicts, about).length === rebuttedPoints(run, rebuttal).length &&
    verdicts.every((verdict) => verdict.word === 'pass' || argued.has(verdict.job))
  );
}
