import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';

/** An issue is known by the title that it was asked for with: the same title twice is the same wish. */
export const issueKey = (title: string): string => `issue:${title}`;

export const openingOf = (title: string): string => `${issueKey(title)}/open`;

/** Asks for an issue. Whoever asks while it is being opened waits for the same one. */
export function openIssue(
  state: State,
  { title, body }: Extract<Command, { type: 'openIssue' }>,
  context: Context,
): readonly DomainEvent[] {
  const [id, issue] = [openingOf(title), issueKey(title)];
  if (state.effects[id]) return [];
  const known = state.issues[issue];
  // A call whose end nobody saw carries the old mark: by it the issue is found.
  const mark = known?.doubt?.mark ?? context.id();
  return [
    {
      type: 'effectRequested',
      effect: { kind: 'openIssue', id, run: null, issue, title, body, mark, known: known?.number ?? null },
    },
  ];
}
