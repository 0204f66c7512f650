import * as fc from 'fast-check';
import { isoSeconds } from '../../src/base/clock.ts';
import { problem } from '../../src/base/problem.ts';
import { sources, type Activity } from '../../src/core/agentSession/types.ts';
import type { Command } from '../../src/core/command.ts';
import type { Actor } from '../../src/core/actor.ts';
import { aProblem, failedWith, host, job as agent, person, type CoreWorld } from './core.ts';
import { orderOf } from './delegation.ts';
import { aSession } from './sights.ts';

const activities: readonly Activity[] = [
  { kind: 'idle' },
  { kind: 'working' },
  { kind: 'quiet' },
  { kind: 'starting' },
  { kind: 'limited', until: null },
  { kind: 'limited', until: '2026-01-31T13:00:00Z' },
  { kind: 'needsYou', need: 'permission', text: 'Run it?' },
  { kind: 'unobservable', problem: problem('test.lost', 'Lost.') },
];

const jobs = ['1', 'b', '0'] as const;
const sessions = ['s1', 's2'] as const;
// Most of what happens is about the first of each, so that much happens to it.
const job = fc.constantFrom('1', '1', '1', '1', ...jobs);
const session = fc.constantFrom('s1', 's1', ...sessions);
const attempt = fc.constantFrom(1, 1, 1, 1, 2, 3);

/** A command that somebody or something gives, or time that passes, or a host that answers an effect or dies. */
export type DelegatedAction =
  | { readonly type: 'command'; readonly command: Command; readonly actor: Actor }
  | { readonly type: 'openSession'; readonly session: string }
  | { readonly type: 'pass'; readonly seconds: number; readonly auto: boolean }
  | { readonly type: 'type' | 'start'; readonly which: number }
  | { readonly type: 'settleOne'; readonly which: number; readonly fails: boolean }
  | { readonly type: 'die' };

const by = (actor: Actor, command: fc.Arbitrary<Command>): fc.Arbitrary<DelegatedAction> =>
  command.map((one) => ({ type: 'command', command: one, actor }));

const submit = fc
  .record({
    id: job,
    session,
    kind: fc.constantFrom('work' as const, 'review' as const),
    outside: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    expectedArtifacts: fc.constantFrom([], [], ['out.txt']),
    timeoutMs: fc.constantFrom(0, 0, 120_000),
    idleTimeoutMs: fc.constantFrom(0, 0, 60_000),
    queue: fc.boolean(),
    claims: fc.constantFrom([], ['src/**'], ['src/a.ts'], ['docs/b.md']),
  })
  .map(({ queue, id, ...changes }): Command => ({ type: 'submitJob', order: orderOf(id, changes), queue }));

const signal = fc.record({
  type: fc.constant('signalAttempt' as const),
  job,
  attempt,
  seq: fc.integer({ min: 0, max: 30 }),
  kind: fc.constantFrom('started', 'progress', 'permission_required', 'progress', 'completed', 'error'),
  text: fc.constant('word'),
});

const report = fc.record({
  type: fc.constant('sightReport' as const),
  job,
  attempt,
  report: fc.option(
    fc.record({
      sha256: fc.constantFrom('aa', 'bb'),
      bytes: fc.constant(2),
      manifest: fc.boolean(),
      verdict: fc.constantFrom('pass', 'notPass', null),
    }),
    { freq: 8 },
  ),
  refused: fc.constantFrom(null, problem('report.older', 'Old.')),
});

const artifacts = fc.record({
  type: fc.constant('sightArtifacts' as const),
  job,
  attempt,
  there: fc.constantFrom(['out.txt'], ['out.txt'], []),
});

const sight = fc.record({
  type: fc.constant('sightAgentSession' as const),
  session,
  generation: fc.constantFrom(1, 1, 1, 2),
  source: fc.constantFrom(...sources, 'hook', 'hook', 'transcript', 'process'),
  activity: fc.constantFrom(...activities, activities[0]!, activities[0]!),
});

const end = fc.record({
  type: fc.constant('endAgentSession' as const),
  session,
  generation: fc.constantFrom(1, 2),
  how: fc.constantFrom('gone', 'shell', 'interrupted'),
  problem: fc.constant(null),
});

const ofPerson = fc.oneof(
  fc.record({ type: fc.constantFrom('cancelJob' as const), job, reason: fc.constant('') }),
  fc.record({ type: fc.constant('retryJob' as const), job }),
  fc.record({
    type: fc.constant('endJob' as const),
    job,
    status: fc.constantFrom('completed', 'error'),
    reason: fc.constant(''),
  }),
  fc.record({ type: fc.constantFrom('stopAgentSession' as const, 'forgetAgentSession' as const), session }),
  fc.record({
    type: fc.constant('resumeAgentSession' as const),
    session,
    controlPlane: fc.constant(aSession().controlPlane),
  }),
);

const ofHost = fc.oneof(
  fc.record({ type: fc.constant('settlePermission' as const), job, attempt }),
  fc.record({ type: fc.constant('confirmPrompt' as const), job, attempt, by: fc.constant('hook' as const) }),
  fc.record({ type: fc.constant('sendPrompt' as const), job, attempt }),
  fc.record({ type: fc.constant('sendPrompt' as const), job, attempt, again: fc.constant(true as const) }),
  fc.record({
    type: fc.constant('identifyAgentSession' as const),
    session,
    generation: fc.constantFrom(1, 2),
    conversation: fc.constantFrom('c', 'd'),
  }),
);

const which = fc.nat(3);

/** One thing that may happen to delegated jobs. What leads on is the most frequent, so that stories get far. */
export const delegatedActions: fc.Arbitrary<DelegatedAction> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant('openSession' as const), session }) },
  { weight: 4, arbitrary: by(person, submit) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('settleOne' as const), which, fails: fc.constant(false) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('settleOne' as const), which, fails: fc.constant(true) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('type' as const, 'start' as const), which }) },
  { weight: 8, arbitrary: by(agent, signal) },
  { weight: 6, arbitrary: by(host, report) },
  { weight: 3, arbitrary: by(host, artifacts) },
  { weight: 10, arbitrary: by(host, sight) },
  { weight: 1, arbitrary: by(host, end) },
  { weight: 2, arbitrary: by(person, ofPerson) },
  { weight: 4, arbitrary: by(host, ofHost) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('pass' as const),
      seconds: fc.constantFrom(0, 1, 5, 14, 15, 16, 16, 60),
      auto: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('die' as const) }) },
);

const own = new Set(['startSession', 'stopSession', 'deliverPrompt']);

/** Lets it happen; a refusal is an answer like any other. */
export function actDelegated(world: CoreWorld, action: DelegatedAction): void {
  const open = world.open().filter(({ kind }) => own.has(kind));
  const effect = 'which' in action ? open[action.which % Math.max(1, open.length)] : undefined;
  switch (action.type) {
    case 'command':
      world.do(action.command, action.actor);
      return;
    case 'openSession': {
      const { backend, cwd, worktree, role, controlPlane, conversation } = aSession();
      const { session: id } = action;
      const opened = { id, name: id, agent: 'codex', backend, cwd, worktree, role, controlPlane, conversation };
      world.do({ type: 'openAgentSession', session: opened });
      return;
    }
    case 'pass':
      world.awakeMs += action.seconds * 1000;
      world.at = isoSeconds(Date.parse('2026-01-31T12:00:00Z') + world.awakeMs);
      world.do({ type: 'judgeJobs', modes: action.auto ? { codex: 'auto' } : {} }, host);
      return;
    case 'start':
      if (effect) world.do({ type: 'startEffect', effect: effect.id, epoch: 1 }, host);
      return;
    case 'type':
      if (effect?.kind === 'deliverPrompt')
        for (const again of [{}, { again: true } as const])
          world.do({ type: 'sendPrompt', job: effect.job, attempt: effect.attempt, ...again }, host);
      return;
    case 'settleOne':
      if (effect) world.settle(effect, action.fails ? failedWith(aProblem) : undefined);
      return;
    case 'die':
      world.crash();
  }
}
