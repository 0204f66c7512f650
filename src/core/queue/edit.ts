import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { titleKey } from './titleKey.ts';

/** A task before it has an id. */
export interface TaskDraft {
  /** Not blank. */
  readonly title: string;
  readonly status: 'ready' | 'backlog';
  /** 0 (first) to 9 (last). */
  readonly priority: number;
  /** Who is to do it; null where nothing says so. */
  readonly ownerRole: string | null;
  readonly goal: string;
  /** Why it is wanted; empty for nothing more than its goal. */
  readonly context: string;
  readonly claims: readonly string[];
  readonly acceptance: readonly string[];
  readonly checks: readonly string[];
}

/** One change of the queue file that a person asks for. */
export type QueueEdit =
  | { readonly kind: 'add'; readonly draft: TaskDraft }
  /** Takes a task out of the backlog. */
  | { readonly kind: 'ready'; readonly task: string };

/** The same wish twice is one. */
export const queueEditId = (edit: QueueEdit): string =>
  edit.kind === 'add' ? `queue:add:${titleKey(edit.draft.title)}` : `queue:ready:${edit.task}`;

/** Asks for a change of the queue file. Whoever asks while it is being made waits for the same one. */
export function editQueue(state: State, edit: QueueEdit): readonly DomainEvent[] {
  const id = queueEditId(edit);
  return state.effects[id] ? [] : [{ type: 'effectRequested', effect: { kind: 'editQueue', id, run: null, edit } }];
}
