import { problem } from '../../base/problem.ts';
import { laneAdmission } from '../circuit/admission.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { applyEffect } from '../apply/effectId.ts';
import { limitedAgent } from '../limit/limitedAgent.ts';
import { lentTo } from '../lease/lend.ts';
import { propose } from '../patch/end.ts';
import { isProposing } from '../patch/isProposing.ts';
import type { State } from '../state.ts';
import { writerRole } from '../topology/roles.ts';
import { freePorts } from '../worktree/ports.ts';
import { agentOf } from './agentOf.ts';
import { dispatch } from './dispatch.ts';
import { writerWorktree } from './names.ts';
import { needLease } from './needLease.ts';
import { isBusy } from './phases.ts';
import { seedOf } from './seed.ts';
import { expectedHead } from './headRef.ts';
import type { Run } from './types.ts';
import { requestWorktree } from './worktrees.ts';

/** Tries of one round that a crash may use up before a person is asked. */
const triesAfterCrash = 3;

/** The writer's part of a round: worktree, lane, capture, commit. */
export function implement(state: State, run: Run, context: Context): readonly DomainEvent[] {
  const role = writerRole(run.options.topology);
  if (!run.base || !role) return [];
  const lease = needLease(state, run, context);
  if (lease) return lease;
  if (isBusy(state, run)) return [];
  const seed = seedOf(run, run.base);
  const name = writerWorktree(run);
  const worktree = state.worktrees[name];
  const job = run.jobs.find(
    (one) => one.kind === 'implement' && one.round === run.round && one.attempt === run.attempt,
  );

  const given = run.captured?.applied;
  if (given) return commitCaptured(state, run, { id: applyEffect(run), by: given.agent, at: given.at, seed });
  if (!job) {
    const lent = run.lease === null ? undefined : state.leases[run.lease];
    if (lent?.borrower)
      return [{ type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: lentTo(state, lent) } }];
    const staff = agentOf(run, role.session);
    const held = heldBack(state, run, staff.agent, context);
    if (held) return held;
    if (worktree?.state !== 'ready')
      return requestWorktree(state, run, {
        worktree: name,
        purpose: 'write',
        commit: seed,
        ports: freePorts(state, run.options.portRange),
      });
    return dispatch(run, {
      id: context.id(),
      run: run.id,
      kind: 'implement',
      session: role.session,
      role: role.name,
      ...staff,
      access: 'write',
      round: run.round,
      attempt: run.attempt,
      worktree: name,
      identity: null,
      dispatchedAt: context.at,
    });
  }
  if (!job.ended) return [];
  const { outcome } = job.ended;
  if (outcome.kind === 'limited')
    return (
      heldBack(state, run, job.agent, context) ?? [{ type: 'attemptStarted', run: run.id, attempt: run.attempt + 1 }]
    );
  if (outcome.kind === 'failed')
    return [{ type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: outcome.problem } }];
  if (outcome.kind === 'interrupted') {
    if (run.attempt < triesAfterCrash) return [{ type: 'attemptStarted', run: run.id, attempt: run.attempt + 1 }];
    return [{ type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: outcome.problem } }];
  }
  if (!run.captured) {
    if (!worktree)
      return [
        {
          type: 'runAsked',
          run: run.id,
          ask: {
            kind: 'problem',
            problem: problem(
              'worktree.gone',
              'The worktree {worktree} is gone before its work was taken over. Resume to let the writer try again.',
              { worktree: name },
            ),
          },
        },
      ];
    return [
      {
        type: 'effectRequested',
        effect: {
          kind: 'capturePatch',
          id: `${job.id}/capture`,
          run: run.id,
          path: worktree.path,
          seed,
          base: run.base.commit,
          ...(isProposing(run) ? { audit: 'private' as const } : {}),
        },
      },
    ];
  }
  if (isProposing(run)) return propose(state, run);
  return commitCaptured(state, run, { id: `${job.id}/commit`, by: job.agent, at: job.ended.at, seed });
}

/** Asks to commit what was captured in this round on top of where it started. */
function commitCaptured(
  state: State,
  run: Run,
  spec: { readonly id: string; readonly by: string; readonly at: string; readonly seed: string },
): readonly DomainEvent[] {
  if (!run.captured || !run.base) return [];
  return [
    {
      type: 'effectRequested',
      effect: {
        kind: 'commitPatch',
        id: spec.id,
        run: run.id,
        tree: run.captured.tree,
        parent: spec.seed,
        expect: expectedHead(run),
        base: run.base.commit,
        branch: run.branch,
        message: `${run.task.title}\n\n${run.task.id}, round ${run.round}, by ${spec.by}`,
        at: spec.at,
        ...fenceOf(state, run),
        ...(run.options.source?.moves ? { follow: true as const } : {}),
      },
    },
  ];
}

/** What is done instead of giving an agent work that its account can't take now; null when it can. */
function heldBack(state: State, run: Run, agent: string, context: Context): readonly DomainEvent[] | null {
  if (isProposing(run)) {
    const limited = limitedAgent(state, agent, context.at, '--write-agent');
    return limited && [{ type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: limited } }];
  }
  const admission = laneAdmission(state, agent, context);
  if (admission.kind === 'free') return null;
  return admission.kind === 'wait'
    ? []
    : [{ type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: admission.problem } }];
}

/** What lets the commit find out, right before the branch moves, that the right to write went to somebody else. */
const fenceOf = (state: State, run: Run) => {
  const lease = run.lease === null ? undefined : state.leases[run.lease];
  return lease ? { lease: { id: lease.id, epoch: lease.epoch } } : {};
};
