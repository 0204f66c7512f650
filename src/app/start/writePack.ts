import { problem, type Problem } from '../../base/problem.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { AutoShipChoice } from '../../core/ship/planAutoShip.ts';
import type { State } from '../../core/state.ts';
import { auditFolder, auditMarkdown, isClean } from '../auditFolder.ts';
import type { Places } from '../places.ts';
import type { Files } from '../ports/files.ts';
import { newestChanges } from '../projections/facts.ts';
import { publicText } from '../publicText.ts';
import { approvalMarkdown } from '../reports/approval.ts';
import { autoShipMarkdown } from '../reports/autoShip.ts';
import { dashboardMarkdown } from '../reports/dashboard.ts';
import type { ReportFacts } from '../reports/facts.ts';
import { hygieneMarkdown } from '../reports/hygiene.ts';
import { stampLine } from '../reports/markdown.ts';
import { loopStateJson } from '../reports/loopState.ts';
import { readinessMarkdown } from '../reports/readiness.ts';
import { simulationMarkdown } from '../reports/simulation.ts';
import { startMarkdown } from '../reports/start.ts';
import type { StartPack } from './pack.ts';

const folder = 'reports/agent_loop';
/** A start plans carefully: nothing real is evaluated, nothing but a draft, and that only rehearsed. */
const careful: AutoShipChoice = { ttl: '2h', evaluation: 'skip', draft: true, dryRun: true };

/** Files that the ledger writes after every tick, so that a start leaves them there too. */
const ledgerFiles = ['active_loop.md', 'agent_mix.json', 'leases.json', 'session_registry.json'];

type Report = readonly [name: string, render: (facts: ReportFacts) => string];

interface Deps {
  readonly ports: { readonly files: Files };
  readonly places: Places;
  readonly privacy: () => Privacy;
  readonly state: () => State;
}

/**
 * Writes every report of a start, the audit of them all, and at last the start's own. A report that can't be written is
 * a warning; something private in any of them is a blocker.
 */
export async function writePack(
  pack: Omit<StartPack, 'decision' | 'written' | 'nextCommand'>,
  nextCommand: (facts: ReportFacts, blocked: boolean) => string,
  deps: Deps,
): Promise<StartPack> {
  const { ports, places, privacy } = deps;
  const reports = reportsOf(deps);
  const ledger = pack.tick === null ? [] : ledgerFiles;
  const facts = withReports(pack.facts, [...reports.map(([name]) => name), ...ledger, 'privacy_audit.md', 'start.md']);
  const written: string[] = [];
  const warnings = [...pack.warnings];
  const write = async (name: string, text: string): Promise<void> => {
    const path = `${places.ledger}/${name}`;
    const done = await ports.files.write(path, publicText(path, text, privacy()));
    if (done.ok) written.push(`${folder}/active/${name}`);
    else warnings.push(done.error);
  };
  for (const [name, render] of reports) await write(name, render(facts));
  const audit = await auditFolder(ports.files, `${places.controlRoot}/${folder}`, privacy());
  await write('privacy_audit.md', `${auditMarkdown(folder, audit)}\n${stampLine(facts)}\n`);
  const blockers = [...pack.blockers, ...(isClean(audit) ? [] : [isPrivate(audit)])];
  const blocked = blockers.length > 0;
  const done: StartPack = {
    ...pack,
    facts,
    decision: blocked ? 'blocked' : 'started',
    blockers,
    warnings,
    written: [...written, `${folder}/active/start.md`],
    nextCommand: nextCommand(facts, blocked),
  };
  await write('start.md', startMarkdown(done));
  return { ...done, warnings, written };
}

/** The packet of a run says more than a report about its files, so that one is left to the ledger. */
const reportsOf = ({ state, privacy }: Deps): readonly Report[] => [
  ['dashboard.md', dashboardMarkdown],
  ['branch_issue_hygiene.md', hygieneMarkdown],
  ...(newestChanges(state()).length > 0 ? [] : [['approval_packet.md', approvalMarkdown] as const]),
  ['ship_simulation.md', simulationMarkdown],
  ['auto_ship_plan.md', (facts) => autoShipMarkdown(facts, careful)],
  ['readiness_score.md', readinessMarkdown],
  ['loop_state.json', (facts) => loopStateJson(facts, privacy())],
];

/** The facts with the reports that are about to be made from them. */
const withReports = (facts: ReportFacts, names: readonly string[]): ReportFacts => ({
  ...facts,
  artifacts: facts.artifacts.map((one) =>
    names.some((name) => one.path === `${folder}/active/${name}`) ? { ...one, exists: true, at: facts.at } : one,
  ),
});

const isPrivate = ({ findings, unreadable }: Parameters<typeof isClean>[0]): Problem =>
  problem(
    'start.privacy',
    'The reports hold {count} {count|thing|things} that may not be shown around. List them with mam audit, take them out, then start again.',
    { count: findings.length + unreadable.length },
  );
