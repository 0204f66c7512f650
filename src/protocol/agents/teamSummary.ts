import * as z from 'zod';
import type { TeamSummary } from '../../core/team/types.ts';

const count = z.number().int().min(0);
const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);

const answer = z.object({
  ok: z.literal(true),
  data: z.object({
    summary: z.object({
      tasks: z.object({ total: count, pending: count, in_progress: count, completed: count, failed: count }),
      workers: z
        .array(z.object({ name: name.nullish(), worktree_path: z.string().nullish(), alive: z.boolean().nullish() }))
        .nullish(),
    }),
  }),
});

/** Reads what `omc team api get-summary --json` printed; null when it is no such answer, which is no state of anything. */
export function readTeamSummary(text: string): TeamSummary | null {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  const read = answer.safeParse(raw);
  if (!read.success) return null;
  const { tasks, workers } = read.data.data.summary;
  return {
    tasks: {
      total: tasks.total,
      pending: tasks.pending,
      inProgress: tasks.in_progress,
      completed: tasks.completed,
      failed: tasks.failed,
    },
    workers: (workers ?? []).map((worker, i) => ({
      name: worker.name ?? `worker-${i + 1}`,
      path: worker.worktree_path ?? null,
      alive: worker.alive ?? null,
    })),
  };
}

/** Name of the team that `omc team` says it started; null when it names none. */
export const readTeamName = (text: string): string | null =>
  /^team\b[^\n:]{0,20}:\s*([A-Za-z0-9][A-Za-z0-9._-]{0,99})\s*$/im.exec(text)?.[1] ??
  /^team\s+([A-Za-z0-9][A-Za-z0-9._-]{0,99})\s*$/im.exec(text)?.[1] ??
  null;
