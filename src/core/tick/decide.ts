import { distinctProblems } from '../../base/distinctProblems.ts';
import type { Problem } from '../../base/problem.ts';
import { ok } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { claimFiles, type Claim, type Scope } from '../lease/claimFiles.ts';
import { setMix } from '../mix/decide.ts';
import { redactProblem } from '../privacy/redactProblem.ts';
import { redactArgv } from '../privacy/secrets.ts';
import { requestShip } from '../ship/requestShip.ts';
import type { ShipRequest } from '../ship/types.ts';
import type { State } from '../state.ts';
import { writerRole } from '../topology/roles.ts';
import { tickRules } from './rules/index.ts';
import { seatsFor } from './seats.ts';
import { tickScene, type TickScene } from './scene.ts';
import type { Tick, TickFacts } from './types.ts';

/**
 * One step of the orchestrator: looks, claims, says what is in the way, and ships when nothing is. It asks for no lane:
 * whatever it finds is told to a person, and never handed to a writer. A rejected step claims nothing.
 */
export function decideTick(state: State, facts: TickFacts, context: Context): readonly DomainEvent[] {
  const seats = seatsFor(state, facts, context.at);
  const scene = tickScene(seats.state, facts, context.at);
  const claim = claimFiles(state, scopeOf(facts), context);
  const judged = judge(scene, claim, seats.warnings, context);
  const ship = judged.decision === 'executing' ? requestShip(state, shipRequest(judged, facts), context) : ok([]);
  const tick = ship.ok ? judged : blockedBy(judged, ship.error);
  const kept = tick.decision === 'blocked' ? claim.events.flatMap((event) => withoutClaim(state, event)) : claim.events;
  const mix = setMix(state, facts.mix);
  // A step that is rejected leaves the seats of others as they are.
  const seated = tick.decision === 'blocked' && state.topology !== null ? [] : seats.events;
  return [...seated, ...mix, ...kept, { type: 'ticked', tick }, ...(ship.ok ? ship.value : [])];
}

const shipRequest = ({ id }: Tick, { ship, branch, head, worktree }: TickFacts): ShipRequest => ({
  tick: id,
  argv: ship.command,
  branch,
  head,
  worktree,
  refused: ship.refused,
});

const blockedBy = (tick: Tick, reason: Problem): Tick => ({
  ...tick,
  decision: 'blocked',
  blockers: distinctProblems([...tick.blockers, reason]),
});

const scopeOf = ({ topology, task, issue, branch, worktree, files, leaseTtlMs, contextPaths }: TickFacts): Scope => ({
  task,
  issue,
  branch,
  worktree,
  files,
  session: writerRole(topology)?.session ?? 'implementer',
  agent: '',
  ttlMs: leaseTtlMs,
  contextPaths,
});

/** What is left of a claim whose step is rejected: nothing new, but what was held before is held on. */
function withoutClaim(state: State, event: DomainEvent): readonly DomainEvent[] {
  if (event.type !== 'leaseClaimed') return [event];
  const { id, expiresAwake } = event.lease;
  return id in state.leases ? [{ type: 'leasesRenewed', expiresAwake: { [id]: expiresAwake } }] : [];
}

/** Everything that was found, each thing once, and what follows from it. */
function judge(scene: TickScene, claim: Claim, more: readonly Problem[], { id, at, redact }: Context): Tick {
  const { facts } = scene;
  const found = tickRules.map((rule) => rule(scene));
  const once = (all: readonly Problem[]): readonly Problem[] =>
    distinctProblems(all.map((one) => redactProblem(one, redact)));
  const blockers = once([...found.flatMap((one) => one.blockers ?? []), ...claim.blockers]);
  const warnings = [...found.flatMap((one) => one.warnings ?? []), ...claim.warnings, ...more, ...facts.unrefreshed];
  return {
    id: id(),
    mode: 'full-ship',
    topology: facts.topology.id,
    execute: facts.execute,
    decision: blockers.length > 0 ? 'blocked' : facts.execute ? 'executing' : 'planned',
    task: facts.task,
    issue: facts.issue,
    branch: facts.branch,
    head: facts.head,
    files: facts.files,
    overlap: facts.overlap === null ? 'not-run' : 'failed' in facts.overlap ? 'failed' : facts.overlap.result,
    shipCommand: redactArgv(facts.ship.command, redact),
    blockers,
    warnings: once(warnings),
    evidence: once(found.flatMap((one) => one.evidence ?? [])),
    at,
  };
}
