import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import { personOnlyProblem } from '../../core/decide.ts';
import { isAllowed, parseCheck } from '../../core/evidence/checks.ts';
import type { CheckResult } from '../../core/evidence/types.ts';
import { runnableChecks } from '../../core/evidence/validate.ts';
import { newestRunOf } from '../../core/loop/newestRun.ts';
import type { Run } from '../../core/loop/types.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { State } from '../../core/state.ts';
import { auditFolder } from '../auditFolder.ts';
import type { Places } from '../places.ts';
import type { Ports } from '../ports.ts';
import { newestChanges } from '../projections/facts.ts';
import { runCheckList } from '../runCheckList.ts';
import { evidenceTexts } from './evidenceFiles.ts';
import type { Looked } from './evidenceOf.ts';

export interface EvidenceRequest {
  readonly task: string;
  /** Run the checks now, rather than go by those that ran. */
  readonly runValidation: boolean;
}

export interface GatheredEvidence {
  readonly json: string;
  readonly markdown: string;
  /** The ledger holds evidence of this task already, made from the log alone. */
  readonly isInLedger: boolean;
}

/** How long a check of the source root may take, in milliseconds. */
const timeoutMs = 10 * 60_000;

/** Gathers the evidence of one task: what the log says of its newest run, and what can be looked at beside it. */
export const createEvidence =
  (deps: {
    readonly ports: Ports;
    readonly places: Places;
    readonly sourceRoot: string;
    readonly privacy: () => Privacy;
    readonly state: () => State;
    /** Looks at the queue and the branches. */
    readonly refresh: () => Promise<void>;
    readonly allowedChecks: () => readonly (readonly string[])[];
    /** Runs the checks of a run on its commit, and waits for them. */
    readonly validate: (run: string, actor: Actor) => Promise<Result<undefined, Problem>>;
  }) =>
  async ({ task, runValidation }: EvidenceRequest, actor: Actor): Promise<Result<GatheredEvidence, Problem>> => {
    // Whoever works on the change must not choose when it is judged, nor have commands run outside its sandbox.
    if (runValidation && actor.kind === 'job') return err(personOnlyProblem('validate'));
    const { ports, places, state } = deps;
    await deps.refresh();
    const find = (): Run | null => newestRunOf(state(), task) ?? null;
    const before = find();
    let results: readonly CheckResult[] | undefined;
    if (runValidation && before?.change) {
      if (runnableChecks(state(), before).length > 0) {
        const done = await deps.validate(before.id, actor);
        if (!done.ok) return done;
      }
    } else if (runValidation) {
      const ran = await validateHere(task);
      if (!ran.ok) return ran;
      results = ran.value;
    }
    const run = find();
    const hash = await ports.store.hashAt(state().seq);
    if (!hash.ok) return hash;
    const privacy = deps.privacy();
    const stamp = {
      seq: state().seq,
      at: state().updatedAt,
      privacy,
      ...(hash.value === null ? {} : { hash: hash.value }),
    };
    const looked = { ...(await look(run, privacy)), ...(results === undefined ? {} : { results }) };
    const texts = evidenceTexts({ state: state(), task, run }, stamp, looked);
    const isInLedger = newestChanges(state()).some((one) => one.task.id === task);
    return ok({ json: texts.json, markdown: privacy.redact(texts.markdown), isInLedger });

    async function look(of: Run | null, by: Privacy): Promise<Looked> {
      const audited = await auditFolder(ports.files, places.ledger, by);
      const privacyIssues = audited.findings.length + audited.unreadable.length;
      if (!of?.change) return { privacyIssues };
      const patch = await ports.store.getBlob(of.change.patch);
      const branch = await ports.git.refs([`refs/heads/${of.branch}`]);
      return { privacyIssues, patchUnreadable: patch === null, branchUnreadable: !branch.ok };
    }

    /** A task without a commit has only its checks, and they say something of the source root alone. */
    async function validateHere(id: string): Promise<Result<readonly CheckResult[], Problem>> {
      const entry = state().queue.tasks.find((one) => one.id === id);
      const allowed = [...deps.allowedChecks(), ...state().allowedChecks];
      const checks = (entry?.checks ?? []).map(parseCheck).filter((check) => isAllowed(check, allowed));
      const { commands } = ports;
      const how = { cwd: deps.sourceRoot, head: '', timeoutMs, commands, privacy: deps.privacy() };
      return runCheckList(checks, how, new AbortController().signal);
    }
  };
