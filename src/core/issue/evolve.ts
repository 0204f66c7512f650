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

/** With these the forge was not asked this time. What an earlier try did is as unknown as it was before. */
const notAsked: ReadonlySet<string> = new Set(['forge.none', 'forge.missing', 'forge.signedOut', 'issue.notAsked']);

/** With these the first call is over, whatever it did. A later try only looks, which says nothing of a call that was lost. */
const over: ReadonlySet<string> = new Set(['forge.failed', 'forge.offline']);

function left({ doubt }: WantedIssue, { code }: Problem): WantedIssue['doubt'] {
  // A person was told to look, or nothing was begun before.
  if (doubt === null || code === 'issue.unseen' || (notAsked.has(code) && doubt.tries === 1)) return null;
  return over.has(code) && doubt.tries === 1 ? { ...doubt, lost: false } : doubt;
}
