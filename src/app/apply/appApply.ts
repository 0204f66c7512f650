import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import { applyingRun, applyProblem, applyScope } from '../../core/apply/decide.ts';
import { applyEffect } from '../../core/apply/effectId.ts';
import type { ApplyPlan } from '../../core/apply/types.ts';
import { integrationBranch } from '../../core/loop/names.ts';
import { seedOf } from '../../core/loop/seed.ts';
import { redactProblem } from '../../core/privacy/redactProblem.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { State } from '../../core/state.ts';
import { auditPatch } from '../effects/capturePatch.ts';
import { evidenceText } from '../patchText.ts';
import type { Settings } from '../../protocol/settings.ts';
import { worktreesFolder } from '../loopOptions.ts';
import type { Places } from '../places.ts';
import { askHooks } from './askHooks.ts';
import { gitFiles, ownPlaces } from './delicatePaths.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Ports } from '../ports.ts';
import type { ApplyReport, ApplyRequest } from './request.ts';
import type { Settled } from '../settlement.ts';

interface Deps {
  readonly ports: Pick<Ports, 'git' | 'store'>;
  readonly orchestrator: Pick<Orchestrator, 'state' | 'onDidChange'>;
  readonly privacy: () => Privacy;
  readonly preferredBase: () => string | null;
  readonly places: Pick<Places, 'controlRoot'>;
  readonly settings: () => Settings;
  /** Looks at the queue, the branches and the log again; why nothing may be done, or null. */
  readonly look: () => Promise<Problem | null>;
  /** Asks for one effect, and waits for how it ended. */
  readonly settled: Settled;
}

/** Where a patch would go, and what it makes of it. */
interface Fitted {
  readonly plan: ApplyPlan;
  readonly merged: boolean;
}

/** Looks whether a handed-in patch fits the integration branch of its task, and takes it where that is asked for. */
export const createApply =
  ({ ports: { git, store }, orchestrator, privacy, preferredBase, look, settled, places, settings }: Deps) =>
  async (request: ApplyRequest, actor: Actor): Promise<Result<ApplyReport, Problem>> => {
    const { execute, task } = request;
    const why = await look();
    if (why) return err(why);
    const branch = applyingRun(orchestrator.state, task)?.branch ?? integrationBranch(task);
    const report = { execute, task, branch, head: null, files: [], warnings: [], blockers: [] };
    const blocked = (...blockers: readonly Problem[]): Result<ApplyReport, Problem> =>
      ok({ ...report, decision: 'blocked', blockers: blockers.map((one) => redactProblem(one, privacy().redact)) });

    const obstacle = applyProblem(orchestrator.state, task, request.artifact);
    if (obstacle) return blocked(obstacle);
    if (execute) {
      // What a crash cut short goes on by itself, and may have moved the branch already.
      await gone(openEffect(orchestrator.state, request));
      const done = orchestrator.state.applied[request.artifact];
      if (done) return ok({ ...report, decision: 'applied', head: done.head });
    }
    const fitted = await fit(request, branch);
    if (!fitted.ok) return blocked(...fitted.error);
    const { plan, merged } = fitted.value;
    const files = plan.roundFiles.map((file) => file.path);
    const warnings = [...(merged ? [threeWayUsed()] : []), ...gitFiles(files)];
    if (!execute) return ok({ ...report, decision: 'checked', files, warnings });

    const objection = settings()['mam.apply.runHooks']
      ? await askHooks(git, worktreesFolder(settings(), places.controlRoot), orchestrator.state, plan)
      : null;
    if (objection) return blocked(objection);
    const effect = openEffect(orchestrator.state, request);
    const done = await settled(effect, { type: 'applyPatch', plan }, actor);
    if (!done.ok) return blocked(done.error);
    const head = orchestrator.state.applied[plan.artifact]?.head ?? null;
    return ok({ ...report, decision: 'applied', head, files, warnings });

    function gone(id: string): Promise<void> {
      return new Promise((resolve) => {
        const see = (): void => {
          if (id in orchestrator.state.effects) return;
          listening.dispose();
          resolve();
        };
        const listening = orchestrator.onDidChange(see);
        see();
      });
    }

    async function fit(wanted: ApplyRequest, onto: string): Promise<Result<Fitted, readonly Problem[]>> {
      const open = applyingRun(orchestrator.state, task);
      const base = await git.resolveBase(wanted.base ?? preferredBase());
      if (!base.ok) return err([base.error]);
      const ref = `refs/heads/${onto}`;
      const found = await git.refs([ref]);
      if (!found.ok) return err([found.error]);
      const expect = found.value[ref] ?? null;
      const from = open?.base?.commit ?? base.value.commit;
      const parent = open?.base ? seedOf(open, open.base) : (expect ?? from);
      const tried = await git.tryPatch({ patch: wanted.diff, parent, base: from, threeWay: wanted.threeWay });
      if (!tried.ok) return err([tried.error]);
      const { tree, patch, roundFiles, files: all, refused, merged: isMerged } = tried.value;
      const rules = {
        contextPaths: settings()['mam.leases.contextPaths'],
        openContextClaims: settings()['mam.leases.openContextClaims'],
      };
      const scope = applyScope(orchestrator.state, { task, roundFiles, ...rules });
      const changed = roundFiles.map((file) => file.path);
      const own = ownPlaces(changed, places.controlRoot, worktreesFolder(settings(), places.controlRoot));
      const faults = [
        ...refused.map((one) => one.why),
        ...auditPatch(tried.value),
        ...(scope ? [scope] : []),
        ...(own ? [own] : []),
        ...(roundFiles.length === 0 ? [changesNothing(task)] : []),
      ];
      if (faults.length > 0) return err(faults);
      const digest = wanted.execute ? await store.putBlob(evidenceText(patch)) : '';
      const { artifact, agent } = wanted;
      const where = { task, branch: onto, parent, expect };
      return ok({
        plan: { artifact, agent, ...where, tree, patch: digest, roundFiles, files: all, ...rules },
        merged: isMerged,
      });
    }
  };

/** The effect that commits the patch: of the round that it is or would be, or of its own. */
function openEffect(state: State, { task, artifact }: Pick<ApplyRequest, 'task' | 'artifact'>): string {
  const run = applyingRun(state, task);
  if (!run) return `apply/${artifact}`;
  return applyEffect({ id: run.id, round: run.captured?.applied?.artifact === artifact ? run.round : run.round + 1 });
}

const threeWayUsed = (): Problem =>
  problem('apply.threeWay', 'The patch did not fit as it stands and was merged three ways. Look at what came of it.');

const changesNothing = (task: string): Problem =>
  problem('apply.nothing', 'What the patch for {task} changes is there already. Nothing is left to apply.', { task });
