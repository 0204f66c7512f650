import { problem, type Problem } from '../../base/problem.ts';
import { blockingBreaches } from '../breach/select.ts';
import type { DomainEvent } from '../event.ts';
import { isContextOnly } from '../lease/shared.ts';
import { writerWorktree } from '../loop/names.ts';
import { isBusy } from '../loop/phases.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { writerRole } from '../topology/roles.ts';
import type { Proposal, ProposalVerdict } from './types.ts';

/** What the audit finds in a patch that may not be shown around. */
const privateCodes: ReadonlySet<string> = new Set(['patch.secret', 'patch.private', 'patch.unscanned']);

/** Ends a run with the patch that was captured, unless something happened meanwhile that nobody has accepted. */
export function propose(state: State, run: Run): readonly DomainEvent[] {
  const [breach] = blockingBreaches(state, run.id);
  if (breach)
    return ended(state, run, 'blocked', [
      problem(
        'patch.breach',
        'While the lane worked, something outside its worktree changed ({names}). Look at it with mam breach, then run the lane again.',
        { names: breach.names.join(', ') },
      ),
    ]);
  return ended(state, run, 'proposed', []);
}

/** Ends a run that asks something or was stopped: whoever runs a lane that proposes gets its answer at once. */
export function giveUpPatch(state: State, run: Run): readonly DomainEvent[] {
  if (isBusy(state, run)) return [];
  const why =
    run.ask?.kind === 'problem'
      ? run.ask.problem
      : problem('patch.stopped', 'The lane was stopped on request, so nothing is proposed.');
  return why.code === 'patch.empty' ? ended(state, run, 'empty', []) : ended(state, run, 'blocked', [why]);
}

function ended(state: State, run: Run, verdict: ProposalVerdict, blockers: readonly Problem[]): readonly DomainEvent[] {
  const { patch, topology } = run.options;
  if (!patch) return [];
  const role = writerRole(topology);
  const job = run.jobs.at(-1);
  const proposal: Proposal = {
    run: run.id,
    task: run.task.id,
    session: role?.session ?? '',
    role: role?.name ?? '',
    agent: job?.agent ?? run.options.agents[role?.session ?? ''] ?? '',
    base: run.base?.commit ?? null,
    worktree: job?.worktree ?? writerWorktree(run),
    command: patch.command,
    terms: patch.terms,
    verdict,
    patch: verdict === 'proposed' ? (run.captured?.patch ?? '') : '',
    clean: !blockers.some(({ code }) => privateCodes.has(code)),
    blockers,
    warnings: [...earlierWarnings(state, run), ...warningsOf(run)],
  };
  return [
    { type: 'proposalMade', proposal },
    { type: 'runEnded', run: run.id },
    ...lentLeases(state, run).map((lease): DomainEvent => ({ type: 'leaseReturned', lease: lease.id })),
  ];
}

const earlierWarnings = ({ proposal }: State, run: Run): readonly Problem[] =>
  proposal?.run === run.id ? proposal.warnings : [];

function warningsOf({ seed, claims, options }: Run): readonly Problem[] {
  const warnings: Problem[] = [];
  if (seed && seed.redacted.length > 0)
    warnings.push(
      problem(
        'patch.redacted',
        'The writer saw {files} without the private values in it. A change beside one of them may not fit the file as it is.',
        { files: seed.redacted.slice(0, 5).join(', ') },
      ),
    );
  if (seed && seed.taken.length > 0)
    warnings.push(
      problem(
        'patch.seeded',
        'The patch counts from your uncommitted {files}. It fits only where those changes are, too.',
        { files: seed.taken.slice(0, 5).join(', ') },
      ),
    );
  if (claims.includes('**') && options.openContextClaims === true)
    warnings.push(problem('patch.openScope', 'The task claims no file, so the lane could change any.'));
  else if (isContextOnly(claims, options.contextPaths))
    warnings.push(
      problem('patch.contextOnly', 'The task claims context files only, so nothing else could be changed.'),
    );
  return warnings;
}

/** Leases of other runs that this one works under. */
export const lentLeases = ({ leases }: State, run: Run) =>
  Object.values(leases).filter((lease) => lease.borrower?.token === run.id);
