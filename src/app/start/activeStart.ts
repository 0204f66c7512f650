import { distinctProblems } from '../../base/distinctProblems.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import type { Task } from '../../core/task/types.ts';
import { redactProblem } from '../../core/privacy/redactProblem.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import { findPlan } from '../handoff/findPlan.ts';
import type { Ports } from '../ports.ts';
import { gatherReport, type ReportDeps, type ReportRequest } from '../reports/gather.ts';
import { createTick, type TickDeps } from '../tick/tick.ts';
import type { TickSources } from '../tick/sources.ts';
import { chooseTask, contextFiles } from './chooseTask.ts';
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
}

/**
 * Prepares work on a task: has a branch if that is asked for, drafts the text of the pull request, makes a dry tick, and
 * writes the reports. No lane is started and nothing is shipped. An error is a start that could not be tried at all.
 */
export const createActiveStart =
  (deps: StartDeps) =>
  async (request: StartPackRequest, actor: Actor): Promise<Result<StartPack, Problem>> => {
    const why = await deps.look();
    if (why) return err(why);
    const sources = rememberingOverlap(deps.sources);
    const rules = sources.rules(request.topology);
    if (!rules.ok) return rules;
    const checkout = await sources.checkout(request.fromGit);
    if (!checkout.ok) return checkout;
    const named = request.files.length > 0 || checkout.value.changed.length > 0;
    const chosen = chooseTask(deps.state(), request.task, named);
    const blockers = [...chosen.blockers];
    const warnings = [...chosen.warnings, ...request.unused];

    const current = checkout.value.branch ?? 'HEAD';
    const repaired =
      request.repair !== null && request.branch === null
        ? await repairBranch(
            { repair: request.repair, branch: current, issue: request.issue, task: chosen.task },
            { ...deps.ports, redact: (text) => deps.privacy().redact(text), actor },
          )
        : { issue: request.issue, blockers: [], warnings: [] };
    blockers.push(...repaired.blockers);
    warnings.push(...repaired.warnings);
    if (!named && chosen.task !== null) warnings.push(contextOnly(chosen.task.id));
    const spokenOf = async (task: Task): Promise<readonly string[]> =>
      contextFiles(task, await findPlan(task, deps.ports.files, deps.places.controlRoot));
    const about: ReportRequest = {
      ...request,
      task: chosen.task?.id ?? request.task,
      issue: repaired.issue,
      files: named || chosen.task === null ? request.files : await spokenOf(chosen.task),
      prBody: null,
      pullRequest: null,
      reviewFollowups: false,
    };
    const before = await gatherReport(about, { ...deps, sources });
    if (!before.ok) return before;
    const text = await preparePrBody(request.prBody, before.value, {
      files: deps.ports.files,
      places: deps.places,
      privacy: deps.privacy(),
    });
    warnings.push(...text.warnings, ...(await bootstrap(before.value, deps.ports)));

    const tick = await createTick({ ...deps, sources, look: async () => null })(
      { ...request, ...about, prBody: text.body, execute: false },
      actor,
    );
    if (!tick.ok) blockers.push(tick.error);
    const facts = await gatherReport({ ...about, prBody: text.body }, { ...deps, sources });
    if (!facts.ok) return facts;
    const safe = (all: readonly Problem[]): readonly Problem[] =>
      distinctProblems(all.map((one) => redactProblem(one, (words) => deps.privacy().redact(words))));
    return ok(
      await writePack(
        {
          blockers: safe(blockers),
          warnings: safe([...warnings, ...(tick.ok ? tick.value.warnings : [])]),
          tick: tick.ok ? tick.value : null,
          topology: rules.value.topology,
          agents: deps.agents(rules.value.topology),
          profiles: deps.profiles(rules.value.topology),
          facts: facts.value,
        },
        (about, blocked) =>
          startNextCommand(about, {
            blocked,
            tick: tick.ok ? tick.value : null,
            topology: request.topology,
            body: request.prBody === null && text.body !== null ? request.bodyPath : (text.body?.path ?? null),
            repeat: request.repeat,
          }),
        deps,
      ),
    );
  };

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

/** The forge is asked once for each branch, however many looks a start takes. */
function rememberingOverlap(sources: TickSources): TickSources {
  const known = new Map<string, ReturnType<TickSources['overlap']>>();
  return {
    ...sources,
    overlap: (about) => {
      const key = JSON.stringify(about);
      const found = known.get(key) ?? sources.overlap(about);
      known.set(key, found);
      return found;
    },
  };
}
