import { problem, type Problem } from '../base/problem.ts';
import { normaliseClaim } from '../core/lease/claims.ts';
import { redactProblem } from '../core/privacy/redactProblem.ts';
import { redactSecrets } from '../core/privacy/secrets.ts';
import type { Task } from '../core/task/types.ts';
import { parseQueue } from '../protocol/queue.ts';
import type { QueueEntry } from '../protocol/queueEntry.ts';
import type { Places } from './places.ts';
import type { Files } from './ports/files.ts';

/** The queue as it stands on disk, its claims looked up and without the secrets that somebody may have put into it. A missing or unreadable file is a problem, not an empty queue. */
export async function readQueue(
  files: Files,
  places: Places,
): Promise<{ readonly tasks: readonly Task[]; readonly problems: readonly Problem[] }> {
  const text = await files.read(places.queue);
  if (!text.ok) return { tasks: [], problems: [text.error] };
  if (text.value === null)
    return {
      tasks: [],
      problems: [
        problem('queue.missing', 'There is no task queue yet. Add a task, or create {file}.', { file: places.queue }),
      ],
    };
  const queue = parseQueue(text.value);
  const problems = queue.problems.map((one) => one.problem);
  const tasks: Task[] = [];
  for (const entry of queue.entries) tasks.push(await toTask(entry, files, places.controlRoot));
  return { tasks, problems: problems.map((one) => redactProblem(one, redactSecrets)) };
}

async function toTask(entry: QueueEntry, files: Files, root: string): Promise<Task> {
  const { id, priority, line } = entry;
  const [title, status, body] = [redactSecrets(entry.title), redactSecrets(entry.status), redactSecrets(entry.body)];
  // A check that held a secret stays, so that nothing passes without it; with the mark in it, it is never run.
  const checks = entry.checks.map(redactSecrets);
  const named = entry.claims.flatMap((claim) => normaliseClaim(claim) ?? []);
  const claims = named.length > 0 ? named : await mentionedPaths(entry.mentions, files, root);
  const proofs = entry.proofs.map(redactSecrets);
  const dependsOn = (entry.dependsOn?.tasks ?? []).map(redactSecrets);
  return {
    id,
    title,
    status,
    priority,
    body,
    checks,
    ...(proofs.length > 0 ? { proofs } : {}),
    ...(dependsOn.length > 0 ? { dependsOn } : {}),
    line,
    claims,
  };
}

/** Back-ticked paths that exist, and new ones in a folder that does. */
async function mentionedPaths(mentions: readonly string[], files: Files, root: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const mention of mentions) {
    const path = normaliseClaim(mention);
    if (path === null || paths.includes(path)) continue;
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : null;
    const exists = (await files.kind(`${root}/${path}`)) !== null;
    if (exists || (folder !== null && (await files.kind(`${root}/${folder}`)) === 'folder')) paths.push(path);
  }
  return paths;
}
