import assert from 'node:assert/strict';
import type { Problem } from '../../src/base/problem.ts';
import { problem } from '../../src/base/problem.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { Actor } from '../../src/core/actor.ts';
import type { Command } from '../../src/core/command.ts';
import { decide } from '../../src/core/decide.ts';
import type { Effect } from '../../src/core/effect.ts';
import type { DomainEvent, Recorded } from '../../src/core/event.ts';
import { evolve, fold } from '../../src/core/evolve.ts';
import { react } from '../../src/core/loop/react.ts';
import type { FileChange, LoopOptions, Run } from '../../src/core/loop/types.ts';
import { isUnmerged } from '../../src/core/merged/select.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { emptyState, type State } from '../../src/core/state.ts';
import type { PoolSample } from '../../src/core/poolTune/types.ts';
import type { Task } from '../../src/core/task/types.ts';
import { loopOptions } from './loopOptions.ts';
import { mergedCleanly, passedOn, staleMerge } from './merges.ts';
import { privacy } from './privacy.ts';
import { sourceFound } from './source.ts';
import { teamSummary, workerPatch } from './team.ts';

export { loopOptions } from './loopOptions.ts';

export const person: Actor = { kind: 'person', id: 'test' };
export const host: Actor = { kind: 'host', id: 'test' };
export const job: Actor = { kind: 'job', id: 'job-1' };

export const aProblem = problem('test.failed', 'It failed.');

export const taskOf = (id: string, changes: Partial<Task> = {}): Task => ({
  id,
  title: `Task ${id}`,
  status: 'ready',
  priority: 2,
  body: 'Do it.',
  claims: [`${id}.txt`],
  checks: ['npm test'],
  line: 1,
  ...changes,
});

export const fileOf = (path: string): FileChange => ({ path, status: 'modified', added: 1, removed: 0 });

/** More follow-up steps than any decision really needs: one that takes more doesn't settle. */
const mostSteps = 200;

/** The pure core alone, driven as the orchestrator drives it, beside a repository that is two commit names. */
export class CoreWorld {
  state: State = emptyState;
  readonly log: Recorded[] = [];
  /** Where the base branch really is. */
  base = 'base-1';
  /** Where branches really are, by full ref name. */
  readonly heads = new Map<string, string>();
  awakeMs = 0;
  mostLanes = 8;
  /** What the machine says of itself. */
  sample: PoolSample = { load: 0, conflicts: null };
  /** What the clock says: UTC, second precision. */
  at = '2026-01-31T12:00:00Z';
  #ids = 0;
  #commits = 0;

  /** Decides, folds, and lets everything follow that follows by itself. */
  do(command: Command, actor: Actor = person): Result<readonly DomainEvent[], Problem> {
    const context = {
      actor,
      at: this.at,
      awakeMs: this.awakeMs,
      mostLanes: this.mostLanes,
      id: () => `id${++this.#ids}`,
      samplePool: () => this.sample,
      redact: privacy.redact,
      tokenHash: (id: string, attempt: number) => `hash of ${id}.${attempt}`,
    };
    const decided = decide(this.state, command, context);
    if (!decided.ok) return err(decided.error);
    const events: DomainEvent[] = [...decided.value];
    this.append(decided.value);
    for (let steps = 0; ; steps++) {
      const more = react(this.state, context);
      if (more.length === 0) return ok(events);
      if (steps > mostSteps) throw new Error(`does not settle after ${command.type}: ${JSON.stringify(more[0])}`);
      events.push(...more);
      this.append(more);
    }
  }

  append(events: readonly DomainEvent[]): void {
    for (const event of events) {
      const recorded = { seq: this.state.seq + 1, at: this.at, actor: 'host:test', event };
      this.log.push(recorded);
      this.state = evolve(this.state, recorded);
    }
  }

  /** As if the process had died: what is in memory is lost, the log is not. */
  crash(): void {
    const log: readonly Recorded[] = JSON.parse(JSON.stringify(this.log));
    this.state = fold(log);
  }

  start(tasks: readonly Task[] = [taskOf('T-2026-0001')], changes: Partial<LoopOptions> = {}): this {
    this.do({ type: 'readQueue', tasks, problems: [] }, host);
    const started = this.do({ type: 'startLoop', options: loopOptions(changes), claims: {} });
    if (!started.ok) throw new Error(started.error.code);
    return this;
  }

  open(kind?: Effect['kind']): readonly Effect[] {
    return Object.values(this.state.effects)
      .map((open) => open.effect)
      .filter((effect) => kind === undefined || effect.kind === kind);
  }

  settle(effect: Effect, outcome: Outcome = this.success(effect)): readonly DomainEvent[] {
    const done = this.do({ type: 'settleEffect', effect: effect.id, outcome }, host);
    if (!done.ok) throw new Error(done.error.code);
    return done.value;
  }

  /** Settles open effects with success, oldest first, until one of `kind` is open or none is left. */
  playUntil(kind?: Effect['kind']): this {
    for (let n = 0; n < 500; n++) {
      if (kind !== undefined && this.open(kind).length > 0) return this;
      const [next] = this.open();
      if (!next) return this;
      this.settle(next);
    }
    throw new Error('effects without end');
  }

  run(task?: string): Run {
    const found = Object.values(this.state.runs).findLast((run) => task === undefined || run.task.id === task);
    if (!found) throw new Error('no run');
    return found;
  }

  observe(): void {
    const refs: Record<string, string> = {};
    for (const run of Object.values(this.state.runs)) {
      if ((run.phase === 'ended' && !isUnmerged(run)) || !run.base) continue;
      refs[run.base.ref] = this.base;
      if (run.change) refs[`refs/heads/${run.branch}`] = this.heads.get(`refs/heads/${run.branch}`) ?? 'gone';
    }
    this.do({ type: 'observeRefs', refs }, host);
  }

  /** What the world answers when nothing goes wrong. */
  success(effect: Effect): Outcome {
    switch (effect.kind) {
      case 'prepareRun': {
        const lines = this.state.runs[effect.run]?.task.checks ?? [];
        const source = this.state.runs[effect.run]?.options.source;
        return {
          kind: 'prepareRun',
          base: source
            ? { ref: source.base, commit: source.base, tree: `tree-of-${source.base}` }
            : { ref: 'refs/heads/main', commit: this.base, tree: `tree-of-${this.base}` },
          branch: effect.branch,
          checks: lines.map((line) => ({ line, argv: line.includes('|') ? [] : line.split(' ') })),
          checksFrom: 'base',
          ...(source ? { source: sourceFound(source, this.heads) } : {}),
        };
      }
      case 'promoteReports':
        return { kind: 'promoteReports' };
      case 'clearJobFolders':
        return { kind: 'clearJobFolders', cleared: effect.folders.map((one) => one.job), kept: [] };
      case 'sightSource':
        return { kind: 'sightSource', sight: { head: effect.head, commits: 1, uncommitted: 0, empty: false } };
      case 'createWorktree':
        return { kind: 'createWorktree' };
      case 'startSession':
        return { kind: 'startSession', handle: `handle of ${effect.session}`, process: null };
      case 'stopSession':
      case 'editQueue':
        return { kind: effect.kind };
      case 'deliverPrompt':
        return { kind: 'deliverPrompt', by: 'echo' };
      case 'auditBatch':
        return { kind: 'auditBatch', found: [] };
      case 'launchTeam':
        return { kind: 'launchTeam', name: 'alpha', warnings: [], problem: null };
      case 'pollTeam':
        return { kind: 'pollTeam', summary: teamSummary() };
      case 'captureTeam':
        return { kind: 'captureTeam', patches: [workerPatch()], warnings: [] };
      case 'shutdownTeam':
      case 'publishTeam':
        return { kind: effect.kind, warnings: [] };
      case 'removeWorktree':
        return { kind: 'removeWorktree', rescue: null };
      case 'setUpWorktree':
        return { kind: 'setUpWorktree', result: { linked: [], copied: [], kept: [], commands: [] } };
      case 'runLane': {
        const jobs = (this.state.runs[effect.run] ?? this.state.batches[effect.run])?.jobs ?? [];
        const isReader = jobs.find((one) => one.id === effect.job)?.access === 'read';
        return {
          kind: 'runLane',
          outcome: { kind: 'report', text: 'Done.' },
          review: isReader ? review('pass') : null,
        };
      }
      case 'capturePatch': {
        const [claim = 'any'] = this.state.runs[effect.run]?.claims ?? [];
        const path = claim.replaceAll('**', 'a.ts');
        const files = [fileOf(path)];
        const tree = `tree-${++this.#commits}`;
        return { kind: 'capturePatch', tree, patch: `patch-${this.#commits}`, roundFiles: files, files, faults: [] };
      }
      case 'commitPatch': {
        const ref = `refs/heads/${effect.branch}`;
        if ((this.heads.get(ref) ?? null) !== effect.expect) return { kind: 'failed', problem: aProblem };
        const head = `head-${++this.#commits}`;
        this.heads.set(ref, head);
        return { kind: 'commitPatch', head, tree: effect.tree };
      }
      case 'applyPatch': {
        const head = `head-${++this.#commits}`;
        this.heads.set(`refs/heads/${effect.branch}`, head);
        return { kind: 'applyPatch', head };
      }
      case 'runChecks':
      case 'validate':
        return { kind: effect.kind, results: effect.checks.map((check) => passedOn(effect.head, check)) };
      case 'ship':
        return { kind: 'ship', exitCode: 0, tail: '' };
      case 'deleteBranch':
        this.heads.delete(`refs/heads/${effect.branch}`);
        return { kind: 'deleteBranch', rescue: null };
      case 'mergeResult':
        return mergedCleanly(effect, this.state);
      case 'mergeLocally':
        if (this.base !== effect.base) return failedWith(staleMerge(effect.baseRef, this.base));
        this.base = effect.head;
        return { kind: 'mergeLocally' };
      case 'openIssue':
        return { kind: 'openIssue', number: effect.known ?? '7', found: effect.known !== null };
      case 'inspectLease':
        return { kind: 'inspectLease', found: 'clean' };
      case 'rescueLease':
        return { kind: 'rescueLease', rescue: null };
    }
  }
}

const review = (word: 'pass' | 'not-pass' | null, integrityFault = false) => ({
  word,
  problem: word === null ? problem('verdict.missing', 'No verdict.') : null,
  summary: 'Summary.',
  findings: [],
  integrityFault,
});

export const reviewed = (word: 'pass' | 'not-pass' | null, integrityFault = false): Outcome => ({
  kind: 'runLane',
  outcome: { kind: 'report', text: 'Report.' },
  review: review(word, integrityFault),
});

export const failedWith = (reason: Problem = aProblem): Outcome => ({ kind: 'failed', problem: reason });

export const laneEnds = (kind: 'failed' | 'interrupted'): Outcome => ({
  kind: 'runLane',
  outcome: { kind, problem: aProblem },
  review: null,
});

export const laneLimited = (until: string | null): Outcome => ({
  kind: 'runLane',
  outcome: { kind: 'limited', problem: problem('lane.limited', 'Limited.'), until },
  review: null,
});

/** The newest run waits for a person with an open gate. */
export const assertGood = (world: CoreWorld): void => {
  const { phase, gate, ask } = world.run();
  assert.deepEqual([phase, gate?.open], ['waiting', true], JSON.stringify(ask));
};
