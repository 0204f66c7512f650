import type { Effect } from '../effect.ts';
import type { DomainEvent } from '../event.ts';
import { gateFacts } from '../gate/facts.ts';
import type { State } from '../state.ts';
import { isRequested } from './phases.ts';
import type { PromotedReport } from './promotion.ts';
import type { Run } from './types.ts';

/**
 * Puts the reports that the gate opened on where people keep them. What moves meanwhile is looked at afterwards: then
 * they are the reports of a commit that no longer waits, and the next one gets its own.
 */
export function promote(state: State, run: Run): readonly DomainEvent[] {
  const { identity, verdicts, required } = gateFacts(state, run);
  const id = `${run.id}/promote/${identity?.head ?? ''}`;
  const passed = verdicts.filter(
    ({ word, session }) => word === 'pass' && required.some((role) => role.session === session),
  );
  const reports = passed.flatMap(({ job, session, role, agent }): PromotedReport[] => {
    const ended = run.jobs.find((one) => one.id === job)?.ended?.outcome;
    const digest = ended?.kind === 'report' ? ended.whole : undefined;
    if (digest === undefined) return [];
    return [{ job, session, role, agent, file: `${run.task.id}-${session}-${job}.md`, digest }];
  });
  // All or nothing: a file that names all reports must not leave one out.
  const isWhole = reports.length > 0 && reports.length === passed.length;
  if (!identity || !run.gate?.open || !isWhole || run.promoted?.head === identity.head)
    return [{ type: 'phaseEntered', run: run.id, phase: 'waiting' }];
  if (isRequested(state, id)) return [];
  const manifest = `${run.task.id}-${run.id}-${identity.head.slice(0, 12)}.json`;
  return [
    { type: 'effectRequested', effect: { kind: 'promoteReports', id, run: run.id, identity, manifest, reports } },
  ];
}

/** The reports are where they belong: the run waits for its person now. */
export const promoted = ({
  run,
  identity,
  manifest,
  reports,
}: Extract<Effect, { kind: 'promoteReports' }>): readonly DomainEvent[] => [
  { type: 'reportsPromoted', run, promotion: { head: identity.head, manifest, reports } },
  { type: 'phaseEntered', run, phase: 'waiting' },
];
