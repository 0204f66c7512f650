import type { Problem } from '../../base/problem.ts';
import { sameValue } from '../../base/sameValue.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { redactProblem } from '../privacy/redactProblem.ts';
import type { State } from '../state.ts';
import { tickRules } from './rules/index.ts';
import { tickScene, type TickScene } from './scene.ts';
import type { Tick, TickFacts } from './types.ts';

/** What claiming the change's files came to. */
interface Claim {
  readonly events: readonly DomainEvent[];
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/**
 * One step of the orchestrator: looks, claims, says what is in the way, and ships when nothing is. It asks for no lane:
 * whatever it finds is told to a person, and never handed to a writer. A rejected step claims nothing.
 */
export function decideTick(state: State, facts: TickFacts, context: Context): readonly DomainEvent[] {
  const scene = tickScene(state, facts);
  const claim: Claim = { events: [], blockers: [], warnings: [] };
  const tick = judge(scene, claim, context);
  const kept =
    tick.decision === 'blocked' ? claim.events.filter((event) => event.type !== 'leaseClaimed') : claim.events;
  return [...kept, { type: 'ticked', tick }];
}

/** Everything that was found, each thing once, and what follows from it. */
function judge(scene: TickScene, claim: Claim, { id, at }: Context): Tick {
  const { facts } = scene;
  const found = tickRules.map((rule) => rule(scene));
  const blockers = once([...found.flatMap((one) => one.blockers ?? []), ...claim.blockers]);
  const warnings = [...found.flatMap((one) => one.warnings ?? []), ...claim.warnings, ...facts.unrefreshed];
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
    shipCommand: facts.ship.command,
    blockers,
    warnings: once(warnings),
    evidence: once(found.flatMap((one) => one.evidence ?? [])),
    at,
  };
}

const once = (found: readonly Problem[]): readonly Problem[] => {
  const clean = found.map(redactProblem);
  return clean.filter((one, i) => clean.findIndex((other) => sameValue(one, other)) === i);
};
