import type { HerdrPane, HerdrSnapshot } from '../../../protocol/herdr.ts';
import { handleOf } from '../handles.ts';

/** What people see of a pane, with the id that it is found by: it stays when the pane is moved and when the server begins anew. */
export const labelOf = ({ name, id }: { readonly name: string; readonly id: string }): string =>
  `${name.replaceAll(/[\p{Cc}[\]]/gu, ' ').trim()} [${id}]`;

/** The handle of the session whose pane has a label; null for any other pane. */
export const handleIn = (label: string | null | undefined): string | null => {
  const id = / \[([^[\]]+)\]$/.exec(label ?? '')?.[1];
  return id === undefined ? null : handleOf(id);
};

/** More than one while two hosts start one session: the program of all but one of them ends at once. */
export const panesWithHandle = (snapshot: HerdrSnapshot, handle: string): readonly HerdrPane[] =>
  snapshot.panes.filter(({ label }) => handleIn(label) === handle);

/** How often what herdr thinks of a terminal's agent has changed. */
export const changesOf = (snapshot: HerdrSnapshot, terminal: string): number =>
  snapshot.agents.find((agent) => agent.terminal_id === terminal)?.state_change_seq ?? 0;
