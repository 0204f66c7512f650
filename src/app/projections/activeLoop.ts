import { codeSpan, plainMarkdown } from '../../base/plainMarkdown.ts';
import { branchOf, leaseName } from '../../core/lease/facts.ts';
import type { State } from '../../core/state.ts';
import type { Tick } from '../../core/tick/types.ts';
import { seatStatus } from '../views/seatStatus.ts';
import { markdownSentence } from './facts.ts';
import { leaseExpiry } from './leases.ts';
import type { Projection } from './projection.ts';
import { workUnits } from '../../core/mix/workUnits.ts';

/** A cell of a table must not end it. */
const cell = (text: string): string => plainMarkdown(text).replaceAll('|', '\\|');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? 'None.'
    : [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

const bullets = (items: readonly string[]): string =>
  items.length === 0 ? '- None' : items.map((item) => `- ${item.replace(/\s*\n\s*/g, ' ')}`).join('\n');

const factsOf = (tick: Tick): readonly string[] => [
  `Mode: ${tick.mode}`,
  `Topology: ${tick.topology}`,
  `Execute: ${tick.execute ? 'yes' : 'no'}`,
  `Decision: ${tick.decision}`,
  `Task: ${tick.task ?? 'N/A'}`,
  `Issue: ${tick.issue ?? 'N/A'}`,
  `Branch: ${plainMarkdown(tick.branch)}`,
  `Head: ${tick.head ?? 'N/A'}`,
  `At: ${tick.at}`,
];

const ledgerFiles = ['session_registry.json', 'leases.json', 'agent_mix.json', 'events.jsonl', 'assignments/'];

const seatRows = (state: State): readonly (readonly string[])[] =>
  Object.values(state.sessions).map((seat) => [
    seat.session,
    seat.role,
    seatStatus(state, seat.session, state.updatedAt).status,
    seat.task ?? 'N/A',
    seat.lastBeat,
  ]);

const laneRows = (state: State): readonly (readonly string[])[] => {
  const units = workUnits(state);
  return Object.values(state.sessions).flatMap((seat) =>
    [...new Set(['claude', 'codex', ...Object.keys(seat.lanes)])].map((agent) => [
      seat.session,
      agent,
      seat.lanes[agent]?.status ?? 'idle',
      String(units.filter((unit) => unit.session === seat.session && unit.agent === agent).length),
    ]),
  );
};

const leaseRows = (state: State): readonly (readonly string[])[] =>
  Object.values(state.leases).map((lease) => [
    leaseName(state, lease),
    lease.state,
    lease.task ?? 'N/A',
    branchOf(state, lease) || 'unknown',
    lease.claims.join(', '),
    leaseExpiry(lease),
  ]);

/** A tick as a page to read, with the seats and leases as they are in `state`. */
export const activeLoopReport = (state: State, tick: Tick): string => {
  const ship = tick.shipCommand.length === 0 ? 'None is set.' : codeSpan(tick.shipCommand.join(' '));
  const executed = tick.decision === 'executed' || tick.decision === 'ship-failed' ? ship : 'None.';
  const gate = (['blockers', 'warnings', 'evidence'] as const).map(
    (kind) => `### ${kind[0]?.toUpperCase()}${kind.slice(1)}\n\n${bullets(tick[kind].map(markdownSentence))}`,
  );
  return `${[
    '# Active Loop',
    bullets(factsOf(tick)),
    `## Ledger\n\n${bullets(ledgerFiles.map((file) => `\`reports/agent_loop/active/${file}\``))}`,
    `## Sessions\n\n${table(['Session', 'Role', 'Status', 'Task', 'Last heartbeat'], seatRows(state))}`,
    `## Agent Lanes\n\n${table(['Session', 'Agent', 'Status', 'Work units'], laneRows(state))}`,
    `## Leases\n\n${table(['Lease', 'Status', 'Task', 'Branch', 'Files', 'Expires'], leaseRows(state))}`,
    `## Gate\n\n${gate.join('\n\n')}`,
    `## Overlap Preflight\n\n- Result: ${tick.overlap}`,
    `## Ship Command\n\n${ship}`,
    `## Executed Commands\n\n${executed}`,
  ].join('\n\n')}\n`;
};

/** The report of the newest tick; there is none before the first. */
export const activeLoop = (state: State): readonly Projection[] => {
  const tick = state.ticks.at(-1);
  // Seats and leases go on changing after it, and seats go stale by time alone.
  return tick ? [{ path: 'active_loop.md', reads: [state], render: () => activeLoopReport(state, tick) }] : [];
};
