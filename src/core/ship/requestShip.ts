import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { staleEvidence } from '../evidence/staleness.ts';
import { newestRunAt } from '../loop/newestRun.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { releaseShipped } from './releaseShipped.ts';
import { shipCommandProblem } from './shipCommand.ts';
import { isShipped, openShipProblem } from './shipsOf.ts';
import { takenBack } from './takenBack.ts';
import type { Ship, ShipRequest } from './types.ts';

/**
 * What asking to ship leads to. Only a person asks, only for the exact head that an open gate was judged on, and only
 * once: while nobody knows how a ship command of the task ended, none starts, whatever head it is for.
 */
export function requestShip(
  state: State,
  request: ShipRequest,
  context: Context,
): Result<readonly DomainEvent[], Problem> {
  const { branch, head, argv, tick, worktree } = request;
  if (context.actor.kind !== 'person')
    return err(
      problem(
        'actor.personOnly',
        'Only a person can do this: {command}. Use the editor, or the mam CLI in a terminal of your own.',
        { command: 'ship' },
      ),
    );
  const refused = request.refused ?? shipCommandProblem(argv);
  if (refused) return err(refused);
  const run = head === null ? undefined : newestRunAt(state, head);
  const open = run && openShipProblem(state, run.task.id);
  if (open) return err(open);
  const closed = run?.base && head !== null ? whyNotOpen(state, run) : null;
  if (closed) return err(closed);
  if (head === null || !run?.base || !isOpenFor(run))
    return err(
      problem(
        'ship.gateClosed',
        'Nothing ships from {branch}: no gate is open for exactly {head}. Run its task through the loop with mam start.',
        {
          branch,
          head: head?.slice(0, 7) ?? '-',
        },
      ),
    );
  const lowered = takenBack(state, run);
  if (lowered) return err(lowered);
  if (isShipped(state.ships, run))
    return err(problem('ship.done', '{task} was shipped already, at exactly this commit.', { task: run.task.id }));
  const id = `${tick}/ship`;
  const ship: Ship = {
    id,
    run: run.id,
    tick,
    argv,
    branch,
    base: run.base.commit,
    head,
    by: context.actor.id,
    at: context.at,
    outcome: 'under-way',
    exitCode: null,
    tail: '',
    problem: null,
  };
  return ok([
    { type: 'shipRequested', ship },
    {
      type: 'effectRequested',
      effect: { kind: 'ship', id, run: run.id, ship: id, argv, branch, base: ship.base, head, worktree },
    },
  ]);
}

/** Judged open; by then it may be approved or not. */
const isOpenFor = (run: Run): boolean => run.gate?.open === true && isJudged(run);

const isJudged = ({ phase, decision }: Run): boolean => phase === 'waiting' || decision?.kind === 'approved';

/** What moved since its gate was judged, or keeps that closed, in words that say what to do about it; null for nothing. */
const whyNotOpen = (state: State, run: Run): Problem | null =>
  isJudged(run) ? (staleEvidence(state, run) ?? run.gate?.rules.flatMap(({ missing }) => missing)[0] ?? null) : null;

/** A person says what a ship command did that nobody saw end. */
export function answerShip(
  state: State,
  id: string,
  outcome: 'shipped' | 'failed',
  context: Context,
): Result<readonly DomainEvent[], Problem> {
  const ship = state.ships[id];
  if (ship?.outcome !== 'unknown')
    return err(
      problem('ship.notUnknown', 'There is nothing to say about {ship}: how it ended is known.', { ship: id }),
    );
  return ok([
    { type: 'shipAnswered', ship: id, by: context.actor.id, outcome },
    ...(outcome === 'shipped' ? releaseShipped(state, ship.run) : []),
  ]);
}
