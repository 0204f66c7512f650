import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import { queueEditId, type QueueEdit, type TaskDraft } from '../../core/queue/edit.ts';
import { titleKey } from '../../core/queue/titleKey.ts';
import type { State } from '../../core/state.ts';
import type { Ended, Settled } from '../settlement.ts';

export interface AddedTask {
  readonly task: string;
  readonly title: string;
  /** False where the queue had it already, or somebody else put it in at the same time. */
  readonly added: boolean;
}

export interface AddedTasks {
  readonly tasks: readonly AddedTask[];
  /** Why others were not put in; they keep none out that comes after them. */
  readonly refused: readonly Problem[];
}

/** What a person may have MAM change in the queue file. Each waits until it is done. */
export interface QueueEdits {
  /** Puts tasks in, each with an id of its own; one whose title the queue has already is left as it is there. */
  add(drafts: readonly TaskDraft[], actor: Actor): Promise<Result<AddedTasks, Problem>>;
  /** Takes a task out of the backlog. */
  ready(task: string, actor: Actor): Promise<Result<undefined, Problem>>;
}

interface Deps {
  readonly settled: Settled;
  readonly state: () => State;
  /** Brings the queue and the branches up to date, and says why nothing can be done. */
  readonly look: () => Promise<Problem | null>;
}

export function createQueueEdits({ settled, state, look }: Deps): QueueEdits {
  const make = (edit: QueueEdit, actor: Actor, told?: (how: Ended) => void) =>
    settled(queueEditId(edit), { type: 'editQueue', edit }, actor, undefined, told);
  const find = (title: string): string | undefined =>
    state().queue.tasks.find((task) => titleKey(task.title) === titleKey(title))?.id;
  return {
    async add(drafts, actor) {
      const why = await look();
      if (why) return err(why);
      const known = new Set(drafts.filter(({ title }) => find(title) !== undefined));
      const refused: Problem[] = [];
      for (const draft of drafts) {
        if (known.has(draft)) continue;
        const done = await make({ kind: 'add', draft }, actor, ({ isOwn, wasThere }) => {
          if (!isOwn || wasThere) known.add(draft);
        });
        if (!done.ok) refused.push(done.error);
      }
      await look();
      const tasks = drafts.flatMap((draft) => {
        const task = find(draft.title);
        return task === undefined ? [] : [{ task, title: draft.title, added: !known.has(draft) }];
      });
      const [first] = refused;
      return first && tasks.length === 0 ? err(first) : ok({ tasks, refused });
    },
    async ready(task, actor) {
      const why = await look();
      if (why) return err(why);
      const done = await make({ kind: 'ready', task }, actor);
      await look();
      return done;
    },
  };
}
