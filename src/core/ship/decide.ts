import { secretInChecks } from '../evidence/checks.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { gateFacts } from '../gate/facts.ts';
import { mergeMessage } from '../merged/message.ts';
import { awaitsMerge, isUnmerged, landingOf } from '../merged/select.ts';
import { normaliseClaims } from '../lease/claims.ts';
import { isLentOut, lentTo } from '../lease/lend.ts';
import { goOnAnswered } from '../autoLoop/answered.ts';
import { goOn } from '../loop/goOn.ts';
import { isAtRest } from '../loop/phases.ts';
import { headRefOf } from '../loop/headRef.ts';
import type { Decision as RunDecision, Run } from '../loop/types.ts';
import { isAllowed } from '../evidence/checks.ts';
import type { State } from '../state.ts';
import { openShipProblem } from './shipsOf.ts';
import { takenBack } from './takenBack.ts';

type Decision = Result<readonly DomainEvent[], Problem>;

const noRun = (id: string): Decision =>
  err(problem('run.unknown', 'There is no run {run}. It may belong to another repository.', { run: id }));

const decided = (task: string, { kind, by }: RunDecision): Decision =>
  err(problem('packet.decided', '{task} was decided already: {decision} by {by}.', { task, decision: kind, by }));

/** A person's yes to exactly what would be on the base: `head` is that commit, the run's own or its merge onto a base that moved. */
export function approve(state: State, id: string, head: string, context: Context): Decision {
  const run = state.runs[id];
  if (!run) return noRun(id);
  const task = run.task.id;
  if (run.decision) return decided(task, run.decision);
  if (run.phase === 'waiting' && run.gate && !run.gate.open && awaitsMerge(run.gate))
    return err(
      problem(
        'packet.merging',
        "Can't approve {task} yet: {ref} moved, so it is merged onto it and checked again. Where no editor is open, mam resume does that; then approve it.",
        { task, ref: run.base?.ref ?? '' },
      ),
    );
  if (run.phase !== 'waiting' || !run.gate?.open)
    return err(
      problem(
        'packet.gateClosed',
        "Can't approve {task}: its gate is closed. Open the packet to see what is missing.",
        { task },
      ),
    );
  const landing = landingOf(gateFacts(state, run));
  if (!run.change || landing?.commit !== head)
    return err(
      problem(
        'packet.stale',
        "Can't approve {task}: it is at {head} now, not at what you looked at. Open the packet again.",
        { task, head: (landing?.commit ?? run.change?.head)?.slice(0, 7) ?? '-' },
      ),
    );
  const isHead = landing.commit === run.change.head;
  return ok([
    { type: 'approved', run: id, by: context.actor.id, head: run.change.head, ...(isHead ? {} : { landing }) },
  ]);
}

/** Sends a run back to its writer with comments. When the base moved meanwhile, the work starts anew from there. */
export function returnRun(state: State, id: string, comments: string, context: Context): Decision {
  const run = state.runs[id];
  if (!run) return noRun(id);
  if (!isAtRest(run) && !isUnmerged(run))
    return err(
      problem(
        'packet.notReturnable',
        "Can't return {task}: it is not waiting for you. See where it stands with mam status.",
        { task: run.task.id },
      ),
    );
  const shipping = openShipProblem(state, run.task.id);
  if (shipping) return err(shipping);
  if (comments.trim() === '')
    return err(problem('packet.noComments', 'Write what should change, so that the writer knows what to do.'));
  return ok([
    {
      type: 'returned',
      run: id,
      by: context.actor.id,
      comments: context.redact(comments),
      rebase: baseMoved(state, run) || headMoved(state, run),
    },
  ]);
}

const baseMoved = (state: State, run: Run): boolean =>
  run.base !== null && (state.refs[run.base.ref] ?? run.base.commit) !== run.base.commit;

const headMoved = (state: State, run: Run): boolean =>
  run.change !== null && (state.refs[headRefOf(run)] ?? run.change.head) !== run.change.head;

export function abandonRun(state: State, id: string, context: Context): Decision {
  const run = state.runs[id];
  if (!run) return noRun(id);
  if (run.decision) return decided(run.task.id, run.decision);
  if (!isAtRest(run))
    return err(problem('run.busy', '{task} is being worked on. Stop the loop first.', { task: run.task.id }));
  const shipping = openShipProblem(state, run.task.id);
  if (shipping) return err(shipping);
  return ok([{ type: 'abandoned', run: id, by: context.actor.id }]);
}

/** Answers a run that asked for its files. */
export function setClaims(state: State, id: string, claims: readonly string[]): Decision {
  const run = state.runs[id];
  if (!run) return noRun(id);
  const clean = normaliseClaims(claims);
  if (!clean.ok) return clean;
  if (run.phase === 'ended')
    return err(problem('run.ended', '{task} has ended. Start it again to claim other files.', { task: run.task.id }));
  const lease = run.lease === null ? undefined : state.leases[run.lease];
  if (lease && isLentOut(state, lease)) return err(lentTo(state, lease));
  const release: readonly DomainEvent[] = run.lease ? [{ type: 'leaseReleased', lease: run.lease }] : [];
  const set: DomainEvent = { type: 'claimsSet', run: id, claims: clean.value };
  if (run.phase !== 'needs-you') return ok([...release, set]);
  // What a refused writer left is judged again by the wider claim before anybody writes anew.
  const judgeAgain = run.ask?.kind === 'problem' && run.ask.problem.code === 'patch.outsideClaim';
  return ok([
    ...release,
    set,
    ...(judgeAgain
      ? [{ type: 'runContinued', run: id } as const]
      : [...goOnAnswered(state, [run]), ...goOn(state, [run])]),
  ]);
}

/** Remembers a command as allowed, and lets every run go on that waited only for it. */
export function allowCheck(state: State, argv: readonly string[], context: Context): Decision {
  if (argv.length === 0) return err(problem('check.empty', 'An empty command cannot be allowed.'));
  const secret = secretInChecks([argv]);
  if (secret) return err(secret);
  const waiting = Object.values(state.runs).filter((run) => run.phase === 'needs-you' && run.ask?.kind === 'checks');
  const allowed = [...state.allowedChecks, argv];
  const answered = waiting.filter(
    ({ ask }) => ask?.kind === 'checks' && ask.checks.every((one) => isAllowed(one, allowed)),
  );
  return ok([
    { type: 'checkAllowed', argv, by: context.actor.id },
    ...goOnAnswered(state, answered),
    ...goOn(state, waiting),
  ]);
}

/** Fast-forwards the base to exactly what was approved. Git refuses it when the base moved or a checkout has changes. */
export function mergeLocally(state: State, id: string): Decision {
  const run = state.runs[id];
  if (!run) return noRun(id);
  if (run.decision === null && run.lapsed && run.base)
    return err(
      problem(
        'merge.lapsed',
        "Can't merge {task}: {ref} moved since it was approved, so it needs another yes, once it is merged onto that and checked. Where no editor is open, mam resume does that; then approve it with mam gate {task}.",
        { task: run.task.id, ref: run.base.ref },
      ),
    );
  if (run.decision?.kind !== 'approved' || !run.base || !run.change)
    return err(
      problem(
        'merge.notApproved',
        "Can't merge {task}: it is not approved. Look at it with mam gate {task}, then approve it.",
        { task: run.task.id },
      ),
    );
  if (run.options.source)
    return err(
      problem(
        'merge.ownBranch',
        '{task} was done on {branch}, whose base is one commit and no branch. Merge {branch} yourself.',
        {
          task: run.task.id,
          branch: run.branch,
        },
      ),
    );
  if (run.decision.merged) return err(problem('merge.done', '{task} is merged already.', { task: run.task.id }));
  const refused = openShipProblem(state, run.task.id) ?? takenBack(state, run);
  if (refused) return err(refused);
  const landing = run.decision.landing ?? { base: run.base.commit, commit: run.decision.head };
  const effect = {
    kind: 'mergeLocally',
    id: `${id}/merge`,
    run: id,
    branch: run.branch,
    base: landing.base,
    baseRef: run.base.ref,
    head: landing.commit,
    ...(run.decision.landing ? { of: { head: run.decision.head, message: mergeMessage(run), at: run.startedAt } } : {}),
  } as const;
  return ok(state.effects[effect.id] ? [] : [{ type: 'effectRequested', effect }]);
}
