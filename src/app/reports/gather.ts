import { isoSeconds } from '../../base/clock.ts';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Check } from '../../core/evidence/types.ts';
import { closedIssues } from '../../core/ship/checkBody.ts';
import type { State } from '../../core/state.ts';
import { pullRequestFiles } from '../pullRequestFiles.ts';
import type { Places } from '../places.ts';
import type { Ports } from '../ports.ts';
import { gatherChange, type ChangeRequest } from '../tick/gatherChange.ts';
import type { TickSources } from '../tick/sources.ts';
import type { Artifact, ReportFacts } from './facts.ts';
import { stampedAt } from './markdown.ts';

/** What a report is to be about. */
export interface ReportRequest extends ChangeRequest {
  /** Id of the topology. */
  readonly topology: string;
  /** A pull request whose files count; its own number otherwise comes from the branch. */
  readonly pullRequest: string | null;
  readonly reviewFollowups: boolean;
  /** Whether uncommitted changes count in a branch of the work's own, where no file was named. */
  readonly uncommitted: boolean;
}

export interface ReportDeps {
  readonly ports: Pick<Ports, 'files' | 'forge' | 'store' | 'clock'>;
  readonly places: Places;
  readonly sources: TickSources;
  readonly state: () => State;
  readonly allowedChecks: () => readonly (readonly string[])[];
  /** The allowed commands that are for changed files. */
  readonly validation: (changed: readonly string[]) => Promise<readonly Check[]>;
}

/** Reports that are looked for, by their paths below the ledger's folder. */
const known = [
  'active_loop.md',
  'agent_mix.json',
  'approval_packet.md',
  'auto_loop_state.json',
  'auto_ship_plan.md',
  'branch_issue_hygiene.md',
  'dashboard.md',
  'leases.json',
  'loop_state.json',
  'privacy_audit.md',
  'readiness_score.md',
  'session_registry.json',
  'ship_simulation.md',
  'start.md',
];

/** Looks up everything that the reports about a change say. Changes nothing. */
export async function gatherReport(request: ReportRequest, deps: ReportDeps): Promise<Result<ReportFacts, Problem>> {
  const { ports, places, sources } = deps;
  const rules = sources.rules(request.topology);
  if (!rules.ok) return rules;
  const given = request.pullRequest === null ? ok([]) : await pullRequestFiles(ports.forge, request.pullRequest);
  if (!given.ok) return given;
  const state = deps.state();
  const change = await gatherChange(
    { ...request, files: [...request.files, ...given.value] },
    rules.value,
    state,
    sources,
    request.uncommitted ? 'counted' : 'unseen',
  );
  if (!change.ok) return change;
  const { entry } = change.value;
  const [artifacts, hash, armed, active, ship, validation] = await Promise.all([
    Promise.all(known.map((name) => artifactOf(name, deps))),
    ports.store.hashAt(state.seq),
    ports.files.kind(`${places.controlRoot}/.claude/.ship-armed`),
    ports.files.kind(`${places.controlRoot}/.claude/.ship-pr-active`),
    sources.ship(),
    deps.validation(change.value.files),
  ]);
  const body = request.prBody;
  return ok({
    ...change.value,
    pullRequest: change.value.pullRequest ?? request.pullRequest,
    claimWords: rules.value.words,
    closes: body === null ? null : body.text === null ? 'missing' : closedIssues(body.text),
    validation: validation.map((check) => check.line),
    checks: entry?.checks.length ? entry.checks : deps.allowedChecks().map((argv) => argv.join(' ')),
    artifacts,
    shipCommand: ship.command,
    armed: armed !== null,
    active: active !== null,
    reviewFollowups: request.reviewFollowups,
    seq: state.seq,
    hash: hash.ok ? hash.value : null,
    at: isoSeconds(ports.clock.now()),
  });
}

/** What can't be read is there, and nobody knows how old it is. */
async function artifactOf(name: string, { ports, places }: ReportDeps): Promise<Artifact> {
  const path = `reports/agent_loop/active/${name}`;
  const text = await ports.files.read(`${places.ledger}/${name}`);
  if (!text.ok) return { path, exists: true, at: null };
  return { path, exists: text.value !== null, at: text.value === null ? null : stampedAt(text.value) };
}
