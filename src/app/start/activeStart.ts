import { distinctProblems } from '../../base/distinctProblems.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import { reasonOf } from '../../core/overlap/reasonOf.ts';
import { redactProblem } from '../../core/privacy/redactProblem.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { OpenIssue } from '../openIssue.ts';
import { newestRunOf } from '../../core/loop/newestRun.ts';
import type { State } from '../../core/state.ts';
import { mergedTask } from '../../core/task/mergedTask.ts';
import type { ReportFacts } from '../reports/facts.ts';
import type { Ports } from '../ports.ts';
import { gatherReport, type ReportDeps, type ReportRequest } from '../reports/gather.ts';
import { createTick, type TickDeps } from '../tick/tick.ts';
import type { TickSources } from '../tick/sources.ts';
import { chooseTask } from './chooseTask.ts';
import { contextFiles } from './contextFiles.ts';
import { startNextCommand, type StartPack } from './pack.ts';
import type { Topology } from '../../core/topology/types.ts';
import type { LaneProfile } from '../laneModels.ts';
import { preparePrBody } from './preparePrBody.ts';
import { repairBranch } from './repairBranch.ts';
import type { StartPackRequest } from './request.ts';
import { writePack } from './writePack.ts';

export interface StartDeps
  extends Omit<ReportDeps, 'ports'>, Pick<TickDeps, 'orchestrator' | 'dispatch' | 'look' | 'disposables'> {
  readonly ports: Ports;
  readonly privacy: () => Privacy;
  readonly agents: (topology: Topology) => Readonly<Record<string, string>>;
  readonly profiles: (topology: Topology) => readonly LaneProfile[];
  readonly openIssue: OpenIssue;
}

/**
 * Prepares work on a task: has a branch if that is asked for, drafts the text of the pull request, makes a dry tick, and
 * writes the reports. No lane is started and nothing is shipped. An error is a start that could not be tried at all, or
 * that could not go on; it names an issue that was opened before.
 */
export const createActiveStart =
  (deps: StartDeps) =>
  async (request: StartPackRequest, actor: Actor): Promise<Result<StartPack, Problem>> => {
    const why = await deps.look();
    if (why) return err(why);
    const sources = rememberingLooks(deps.sources);
    const rules = sources.rules(request.topology);
    if (!rules.ok) return rules;
    const checkout = await sources.checkout(request.fromGit);
    if (!checkout.ok) return checkout;
    const named = request.files.length > 0 || checkout.value.changed.length > 0;
    const chosen = chooseTask(deps.state(), request.task, named);
    const repaired = await repairBranch(
      // A branch that was named is not the one to be made.
      { ...request, repair: request.branch === null ? request.repair : null },
      { branch: checkout.value.branch ?? 'HEAD', task: chosen.task, blocked: chosen.blockers.length > 0 },
      { git: deps.ports.git, openIssue: deps.openIssue, actor },
    );
    const spoken =
      named || chosen.task === null || isMerged(deps.state(), chosen.task.id) || (await hasCommits(request, sources))
        ? null
        : await contextFiles(chosen.task, { ...deps.ports, ...deps });
    const done = await prepare(
      {
        request: {
          ...request,
          task: chosen.task?.id ?? request.task,
          issue: repaired.issue,
          files: spoken?.files ?? request.files,
        },
        topology: rules.value.topology,
        blockers: [...chosen.blockers, ...repaired.blockers, ...(spoken?.blockers ?? [])],
        warnings: [
          ...chosen.warnings,
          ...request.unused,
          ...repaired.warnings,
          ...(spoken && chosen.task ? [contextOnly(chosen.task.id)] : []),
        ],
      },
      { ...deps, sources },
      actor,
    );
    return done.ok || repaired.opened === null ? done : err(afterIssue(repaired.opened, done.error));
  };

/** The pull request's text, the tick and the reports of what was chosen. */
async function prepare(
  about: {
    readonly request: StartPackRequest;
    readonly topology: Topology;
    readonly blockers: readonly Problem[];
    readonly warnings: readonly Problem[];
  },
  deps: StartDeps,
  actor: Actor,
): Promise<Result<StartPack, Problem>> {
  const { request, topology } = about;
  const change: ReportRequest = {
    ...request,
    prBody: null,
    pullRequest: null,
    reviewFollowups: false,
    uncommitted: false,
  };
  const before = await gatherReport(change, deps);
  if (!before.ok) return before;
  const text = await preparePrBody(request.prBody, before.value, {
    files: deps.ports.files,
    places: deps.places,
    privacy: deps.privacy(),
    worktree: deps.sources.worktree,
    shownPath: request.shownPath,
  });
  const open = await bootstrap(before.value, deps.ports);
  const ticked = await createTick({ ...deps, look: async () => null })(
    { ...request, prBody: text.body, execute: false },
    actor,
  );
  const facts = await gatherReport({ ...change, prBody: text.body }, deps);
  if (!facts.ok) return facts;
  const tick = ticked.ok ? ticked.value : null;
  const safe = (all: readonly Problem[]): readonly Problem[] =>
    distinctProblems(all.map((one) => redactProblem(one, (words) => deps.privacy().redact(words))));
  const body =
    request.prBody === null && text.body !== null ? request.shownPath(text.body.path) : (text.body?.path ?? null);
  return ok(
    await writePack(
      {
        blockers: safe([...about.blockers, ...over(before.value, deps.state()), ...(ticked.ok ? [] : [ticked.error])]),
        warnings: safe([...about.warnings, ...text.warnings, ...open, ...(tick?.warnings ?? [])]),
        tick,
        topology,
        agents: deps.agents(topology),
        profiles: deps.profiles(topology),
        facts: facts.value,
      },
      (found, blocked) =>
        startNextCommand(found, { blocked, tick, topology: request.topology, body, repeat: request.repeat }),
      deps,
    ),
  );
}

const isMerged = (state: State, task: string): boolean => newestRunOf(state, task)?.decision?.merged === true;

/** Whether the branch has commits of its own, which say better than its task what the work touches. */
async function hasCommits({ branch }: Pick<StartPackRequest, 'branch'>, sources: TickSources): Promise<boolean> {
  const here = await sources.checkout(false);
  if (!here.ok || here.value.head === null || (branch !== null && branch !== here.value.branch)) return false;
  const commits = await sources.committed(here.value.branch ?? 'HEAD', here.value.head);
  // What can't be told may be there: the start is not taken for one without a change then.
  return !commits.ok || commits.value.length > 0;
}

/** A task that is over is not prepared again. */
const over = ({ merged, task }: Pick<ReportFacts, 'merged' | 'task'>, state: State): readonly Problem[] =>
  merged && task !== null ? [mergedTask(state, task)] : [];

const afterIssue = (issue: string, why: Problem): Problem =>
  problem(
    'start.afterIssue',
    'Issue #{issue} was opened, and then the start could not go on: {reason}. Mend that, then start again with --issue {issue}.',
    { issue, reason: reasonOf(why) },
  );

const contextOnly = (task: string): Problem =>
  problem('start.contextFiles', 'No changed file is known, so the files that {task} speaks of stand for them.', {
    task,
  });

/** Work that nobody knows anything of yet begins with what is under way. */
async function bootstrap(
  { files, issue }: { readonly files: readonly string[]; readonly issue: string | null },
  { forge }: Ports,
): Promise<readonly Problem[]> {
  if (files.length > 0 || issue !== null) return [];
  const open = await forge.openPullRequests();
  if (!open.ok) return [open.error];
  return open.value.length === 0
    ? []
    : [
        problem('start.openWork', 'Open pull requests that may wait for work: {numbers}.', {
          numbers: open.value.map((one) => `#${one.number}`).join(', '),
        }),
      ];
}

/** The forge is asked once for each branch and git once for its commits, however many looks a start takes. */
function rememberingLooks(sources: TickSources): TickSources {
  const known = new Map<string, ReturnType<TickSources['overlap']>>();
  const commits = new Map<string, ReturnType<TickSources['committed']>>();
  return {
    ...sources,
    overlap: (about) => {
      const key = JSON.stringify(about);
      const found = known.get(key) ?? sources.overlap(about);
      known.set(key, found);
      return found;
    },
    committed: (branch, head) => {
      const key = `${branch} ${head}`;
      const found = commits.get(key) ?? sources.committed(branch, head);
      commits.set(key, found);
      return found;
    },
  };
}
