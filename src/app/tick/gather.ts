import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { issueOf } from '../../core/branch/issue.ts';
import { taskOf } from '../../core/branch/task.ts';
import { assessReadiness } from '../../core/ship/readiness.ts';
import type { State } from '../../core/state.ts';
import { classify } from '../../core/surface/classify.ts';
import { normaliseChangedFile } from '../../core/surface/changedFiles.ts';
import type { TickFacts } from '../../core/tick/types.ts';
import type { TickRequest } from './request.ts';
import type { TickSources } from './sources.ts';
import { bodyFacts, claimFacts, textCheck } from './texts.ts';

/** Files that a task touches before it has any change of its own. */
const startPaths = ['tasks/queue.md', 'docs/plans/**'];

/** Looks up everything that a tick is decided on. What can't be read of others is a fact too; settings and checkout have to be known. */
export async function gatherTick(
  request: TickRequest,
  state: State,
  sources: TickSources,
): Promise<Result<TickFacts, Problem>> {
  const rules = sources.rules(request.topology);
  if (!rules.ok) return rules;
  const { surfaces, words, loadBearing, topology, mix } = rules.value;
  const checkout = await sources.checkout(request.fromGit || request.execute);
  if (!checkout.ok) return checkout;
  const branch = request.branch ?? checkout.value.branch ?? 'HEAD';
  const issue = request.issue ?? issueOf(branch);
  const head = await headOf(branch, checkout.value, sources);
  const task = request.task ?? taskOf(branch) ?? taskAt(state, head);
  const files = filesOf(request, request.fromGit ? checkout.value.changed : [], state, head, sources.root);
  const surface = classify(files, surfaces, loadBearing);
  const [overlap, privacy, ship] = await Promise.all([
    issue === null || branch === 'HEAD' ? null : sources.overlap({ issue, branch, files }),
    sources.audit(),
    sources.ship(),
  ]);
  const about = { issue, surface, words, audit: sources.auditText };
  const claimText = request.claimText && claimFacts(request.claimText, about);
  const prBody = request.prBody && bodyFacts(request.prBody, about);
  return ok({
    topology,
    execute: request.execute,
    task,
    issue,
    branch,
    head,
    worktree: sources.worktree,
    files,
    uncommitted: request.execute ? checkout.value.changed : [],
    surface,
    claimText,
    prBody,
    overlap: overlap?.report ?? null,
    privacy,
    readiness: assessReadiness({
      files,
      surface,
      task,
      pullRequest: overlap?.pullRequest ?? null,
      handoffComplete: null,
      privacyFindings: privacy.findings + privacy.unreadable,
      body: textCheck(prBody),
      claim: textCheck(claimText),
      manifest: null,
      startPaths,
    }),
    unrefreshed: request.unused,
    mix,
    leaseTtlMs: request.leaseTtlMs ?? rules.value.leaseTtlMs,
    contextPaths: rules.value.contextPaths,
    ship,
  });
}

/** A branch that does not exist has no commit, and so nobody has passed it. */
async function headOf(
  branch: string,
  checkout: { readonly branch: string | null; readonly head: string | null },
  { refs }: TickSources,
): Promise<string | null> {
  if (branch === checkout.branch || (branch === 'HEAD' && checkout.branch === null)) return checkout.head;
  const name = `refs/heads/${branch}`;
  const found = await refs([name]);
  return found.ok ? (found.value[name] ?? null) : null;
}

/** The task whose run made the commit. */
const taskAt = (state: State, head: string | null): string | null =>
  Object.values(state.runs).findLast((run) => head !== null && run.change?.head === head)?.task.id ?? null;

/** What was named, what git says, and what the run committed: nobody makes a change smaller by leaving files out. */
function filesOf(
  request: TickRequest,
  changed: readonly string[],
  state: State,
  head: string | null,
  root: string,
): readonly string[] {
  const committed = Object.values(state.runs)
    .filter((run) => head !== null && run.change?.head === head)
    .flatMap((run) => run.change?.files ?? []);
  const all = [
    ...request.files.flatMap((file) => normaliseChangedFile(file, root) ?? []),
    ...changed,
    ...committed.map((file) => file.path),
  ];
  return [...new Set(all)].toSorted();
}
