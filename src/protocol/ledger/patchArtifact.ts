import * as z from 'zod';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { taskId } from './fields.ts';

const artifact = z.looseObject({
  task_id: taskId.nullish(),
  agent: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,40}$/)
    .catch('unknown'),
  verdict: z.string(),
  diff: z.string(),
});

/** A patch that somebody proposes, as far as it is needed to apply it. */
export interface PatchProposal {
  readonly task: string;
  readonly agent: string;
  /** Unified diff, byte for byte. */
  readonly diff: string;
}

/**
 * Reads a patch artifact (`patch_artifact.json`, version 1). `task` is what a person says that it is for: it stands in
 * for a task that the artifact does not name, and never for another one.
 */
export function readPatchArtifact(text: string, task: string | null): Result<PatchProposal, Problem> {
  const raw = parsed(text);
  if (raw === undefined) return err(problem('apply.badJson', 'The patch artifact is no JSON. Make it anew.'));
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return err(problem('apply.notObject', 'The patch artifact is no JSON object. Make it anew.'));
  const read = artifact.safeParse(raw);
  if (!read.success)
    return err(
      problem('apply.badForm', 'The patch artifact is not of the form that it should have: {where}. Make it anew.', {
        where: read.error.issues.map((issue) => issue.path.join('.')).join(', '),
      }),
    );
  const { verdict, diff, agent, task_id: named } = read.data;
  if (verdict !== 'proposed')
    return err(
      problem('apply.verdict', 'The patch artifact is {verdict}, not proposed, so there is nothing to apply.', {
        verdict: verdict.slice(0, 40),
      }),
    );
  if (diff.trim() === '') return err(problem('apply.emptyDiff', 'The patch artifact holds no change.'));
  if (named && task !== null && named !== task)
    return err(problem('apply.otherTask', 'The patch artifact is for {named}, not for {task}.', { named, task }));
  const about = named ?? task;
  if (!about) return err(problem('apply.noTask', 'The patch artifact names no task. Name it with --task.'));
  return ok({ task: about, agent, diff });
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
