import type { Problem } from '../../base/problem.ts';
import type { DomainEvent } from '../event.ts';
import { put, type Own } from '../records.ts';
import type { State } from '../state.ts';
import type { WantedIssue } from './types.ts';

/**
 * Issues by the title that they were asked for with. From the moment that one is begun until its end was seen it is in
 * doubt whether the forge has it. `state` is as it was before the event.
 */
export function evolveIssues(state: State, event: DomainEvent, at: string, own?: Own): State['issues'] {
  const { issues } = state;
  switch (event.type) {
    case 'issueOpened':
      return put(issues, event.issue, { number: event.number, found: event.found, doubt: null }, own);
    case 'effectStarted':
    case 'effectSettled': {
      const effect = state.effects[event.effect]?.effect;
      if (effect?.kind !== 'openIssue') return issues;
      const before = issues[effect.issue] ?? nothing;
      const after =
        event.type === 'effectStarted'
          ? { ...before, doubt: begun(before, effect.mark, at) }
          : { ...before, doubt: event.problem === null ? null : left(before, event.problem) };
      return put(issues, effect.issue, after, own);
    }
    default:
      return issues;
  }
}

const nothing: WantedIssue = { number: null, found: false, doubt: null };

const begun = ({ doubt }: WantedIssue, mark: string, at: string): WantedIssue['doubt'] =>
  doubt === null ? { mark, since: at, tries: 1, lost: true } : { ...doubt, tries: doubt.tries + 1 };

/** With these the forge was never asked, or a person was told to look. */
const certain: ReadonlySet<string> = new Set([
  'forge.none',
  'forge.missing',
  'forge.signedOut',
  'issue.unseen',
  'issue.notAsked',
]);

/** With these the call is over, whatever it did. */
const over: ReadonlySet<string> = new Set(['forge.failed', 'forge.offline']);

function left({ doubt }: WantedIssue, { code }: Problem): WantedIssue['doubt'] {
  if (doubt === null || certain.has(code)) return null;
  return over.has(code) ? { ...doubt, lost: false } : doubt;
}
