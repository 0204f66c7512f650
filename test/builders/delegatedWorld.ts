import assert from 'node:assert/strict';
import { isoSeconds } from '../../src/base/clock.ts';
import type { Actor } from '../../src/core/actor.ts';
import type { Activity, Source } from '../../src/core/agentSession/types.ts';
import type { Command } from '../../src/core/command.ts';
import type { DelegationCommand } from '../../src/core/delegation/command.ts';
import type { Attempt, CompletionMode, DelegatedJob, JobOrder, ReportSight } from '../../src/core/delegation/types.ts';
import type { DomainEvent } from '../../src/core/event.ts';
import type { JobSignal } from '../../src/core/job/types.ts';
import { CoreWorld, host, job as agent, person } from './core.ts';
import { orderOf } from './delegation.ts';
import { aSession } from './sights.ts';

const start = Date.parse('2026-01-31T12:00:00Z');

export const sha = (text: string): string => Buffer.from(text.padEnd(32, '.')).toString('hex').slice(0, 64);

/** The core with one agent session, in which time passes when it is told to. */
export class DelegatedWorld extends CoreWorld {
  /** What `judgeJobs` is given; nobody is trusted with more unless said. */
  modes: Readonly<Record<string, CompletionMode>> = {};
  #seq = 0;

  /** Lets time pass, and whatever time decides be decided. */
  pass(seconds: number): readonly DomainEvent[] {
    this.awakeMs += seconds * 1000;
    this.at = isoSeconds(start + this.awakeMs);
    return this.must({ type: 'judgeJobs', modes: this.modes }, host);
  }

  /** The events of a command that has to be taken. */
  must(command: Command, actor: Actor = person): readonly DomainEvent[] {
    const done = this.do(command, actor);
    assert.ok(done.ok, done.ok ? '' : `${command.type}: ${done.error.code}`);
    return done.value;
  }

  /** A session whose agent waits for a prompt, unless it is said to do something else. */
  session(
    id = 's1',
    agentId = 'codex',
    activity: Activity | null = { kind: 'idle' },
    conversation: string | null = `conversation-${id}`,
  ): this {
    const { backend, cwd, worktree, role, controlPlane } = aSession();
    const session = {
      id,
      name: `name-${id}`,
      agent: agentId,
      backend,
      cwd,
      worktree,
      role,
      controlPlane,
      conversation,
    };
    this.must({ type: 'openAgentSession', session });
    for (const effect of this.open('startSession')) this.settle(effect);
    if (activity) this.see('hook', activity, id);
    return this;
  }

  see(source: Source, activity: Activity, session = 's1', generation = 1): readonly DomainEvent[] {
    return this.must({ type: 'sightAgentSession', session, generation, source, activity }, host);
  }

  submit(id = 'j1', changes: Partial<JobOrder> = {}, queue = false): this {
    this.must({ type: 'submitJob', order: orderOf(id, { session: 's1', ...changes }), queue });
    return this;
  }

  /** Types the prompt of the attempt that is under way, and sees that it got there. */
  deliver(id = 'j1'): this {
    const { attempt } = this.attempt(id);
    this.must({ type: 'sendPrompt', job: id, attempt }, host);
    const effect = this.open('deliverPrompt').find((one) => one.kind === 'deliverPrompt' && one.job === id);
    assert.ok(effect);
    this.settle(effect);
    return this;
  }

  /** A job whose prompt is there and whose agent said that it began. */
  started(id = 'j1', changes: Partial<JobOrder> = {}): this {
    this.session().submit(id, changes).deliver(id);
    this.say('started', '', { job: id });
    this.see('hook', { kind: 'working' });
    return this;
  }

  say(
    kind: JobSignal,
    text = '',
    {
      job = 'j1',
      attempt = this.attempt(job).attempt,
      seq = ++this.#seq,
    }: Partial<Record<'attempt' | 'seq', number>> & { job?: string } = {},
  ): readonly DomainEvent[] {
    return this.must({ type: 'signalAttempt', job, attempt, seq, kind, text }, agent);
  }

  report(
    changes: Partial<Omit<ReportSight, 'sinceAwake'>> | null = {},
    job = 'j1',
    attempt = this.attempt(job).attempt,
  ): readonly DomainEvent[] {
    const report = changes && { sha256: sha('report'), bytes: 9, manifest: true, verdict: null, ...changes };
    return this.must({ type: 'sightReport', job, attempt, report, refused: null }, host);
  }

  job(id = 'j1'): DelegatedJob {
    const found = this.state.delegations[id];
    assert.ok(found, `no job ${id}`);
    return found;
  }

  /** The newest attempt. */
  attempt(id = 'j1'): Attempt {
    const found = this.job(id).attempts.at(-1);
    assert.ok(found, `${id} has not begun`);
    return found;
  }

  status(id = 'j1'): DelegatedJob['status'] {
    return this.job(id).status;
  }

  code(command: DelegationCommand, actor: Actor = person): string {
    const done = this.do(command, actor);
    return done.ok ? 'ok' : done.error.code;
  }
}
