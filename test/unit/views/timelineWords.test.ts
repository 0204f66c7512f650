// Every word of the log that is shown, in Korean: data of the events is in Korean here, so that any English is a word left over.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actorWord } from '../../../src/app/views/actorWord.ts';
import { effectWord } from '../../../src/app/views/effectWords.ts';
import { eventWords } from '../../../src/app/views/eventWords.ts';
import { groundsWords } from '../../../src/app/views/groundWords.ts';
import { fill, problem, type Translate } from '../../../src/base/problem.ts';
import { sources, type Activity, type SessionEnd } from '../../../src/core/agentSession/types.ts';
import type { LostHow } from '../../../src/core/delegation/types.ts';
import type { Ground } from '../../../src/core/delegation/grounds.ts';
import { recovery, type EffectKind } from '../../../src/core/effect.ts';
import type { DomainEvent } from '../../../src/core/event.ts';
import type { JobSignal } from '../../../src/core/job/types.ts';
import { reader } from '../../builders/scene.ts';

const bundle = join(import.meta.dirname, '../../../l10n/bundle.l10n.ko.json');
const korean: Record<string, string> = JSON.parse(readFileSync(bundle, 'utf8'));
const t: Translate = (text, params) => fill(korean[text] ?? text, params);
const ctx = reader({ t });

/** All members of a union, since one that is missing here does not compile. */
const all = <T extends string>(members: Record<T, true>): readonly T[] =>
  Object.keys(members).filter((key): key is T => key in members);

const signals = all<JobSignal>({
  started: true,
  progress: true,
  permission_required: true,
  completed: true,
  error: true,
});
const ends = all<SessionEnd>({ stopped: true, gone: true, shell: true, interrupted: true, failed: true });
const losses = all<LostHow>({
  stopped: true,
  gone: true,
  shell: true,
  interrupted: true,
  failed: true,
  replaced: true,
});
const phases = all<Extract<DomainEvent, { type: 'phaseEntered' }>['phase']>({
  preparing: true,
  planning: true,
  'plan-talk': true,
  'self-reviewing': true,
  rebutting: true,
  adjudicating: true,
  arbitrating: true,
  promoting: true,
  implementing: true,
  reviewing: true,
  waiting: true,
  retrying: true,
  'needs-you': true,
  stopped: true,
  ended: true,
});
const worktrees = all<Extract<DomainEvent, { type: 'worktreeChanged' }>['state']>({
  creating: true,
  ready: true,
  removing: true,
  failed: true,
});
const delivered = all<Extract<DomainEvent, { type: 'promptDelivered' }>['by']>({
  hook: true,
  echo: true,
  turn: true,
  argument: true,
  started: true,
});
const grounds = all<Ground>({
  said: true,
  report: true,
  started: true,
  'report with its manifest': true,
  'report without a change': true,
  'verdict pass': true,
  'verdict notPass': true,
  'idle by hook': true,
  'idle by transcript': true,
  'idle by shell': true,
  'idle by watcher': true,
  'nothing runs': true,
});
const why = problem('session.quiet', '가');
const activities: Record<Activity['kind'], Activity> = {
  starting: { kind: 'starting' },
  working: { kind: 'working' },
  needsYou: { kind: 'needsYou', need: 'permission', text: '가' },
  limited: { kind: 'limited', until: null },
  idle: { kind: 'idle' },
  quiet: { kind: 'quiet' },
  unobservable: { kind: 'unobservable', problem: why },
};

const session = { session: '1', generation: 1 } as const;
const attempt = { job: '1', attempt: 1 } as const;
const events: readonly DomainEvent[] = [
  { type: 'agentSessionStarted', ...session, handle: '1', process: null },
  { type: 'agentSessionIdentified', ...session, conversation: '1' },
  { type: 'agentSessionStopRequested', session: '1' },
  { type: 'agentSessionStopFailed', ...session, problem: why },
  { type: 'agentSessionForgotten', session: '1' },
  { type: 'jobWithdrawn', job: '1', problem: why },
  { type: 'jobRetried', job: '1' },
  { type: 'attemptBegun', ...attempt, ...session, conversation: null, token: '', awake: 0 },
  { type: 'promptSending', ...attempt, tries: 1 },
  { type: 'promptSending', ...attempt, tries: 2 },
  { type: 'promptNotDelivered', ...attempt, problem: why },
  { type: 'permissionSettled', ...attempt },
  { type: 'reportSighted', ...attempt, report: null },
  { type: 'attemptWouldComplete', ...attempt, grounds: [], report: '' },
  ...ends.map((how) => ({ type: 'agentSessionEnded', ...session, how, problem: null }) as const),
  ...losses.map((how) => ({ type: 'attemptLost', ...attempt, how, awake: 0 }) as const),
  ...delivered.map((by) => ({ type: 'promptDelivered', ...attempt, by }) as const),
  ...signals.flatMap(
    (kind) =>
      [
        { type: 'attemptSignalled', ...attempt, seq: 1, kind, text: '', awake: 0 },
        { type: 'attemptContradicted', ...attempt, seq: 1, kind, text: '' },
      ] as const,
  ),
  ...(['completed', 'error', 'cancelled'] as const).map(
    (status) =>
      ({ type: 'attemptEnded', ...attempt, status, by: 'agent', grounds: [], report: null, problem: null }) as const,
  ),
  ...sources.flatMap((source) =>
    Object.values(activities).map((activity) => {
      const sight = { source, activity, at: '', seenAt: '', awake: 0, order: 0 };
      return { type: 'agentSessionSeen', ...session, sight } as const;
    }),
  ),
  ...phases.map((phase) => ({ type: 'phaseEntered', run: '1', phase }) as const),
  ...worktrees.map((state) => ({ type: 'worktreeChanged', worktree: '1', state }) as const),
];

const isEnglish = (text: string): boolean => /[A-Za-z]{2}/.test(text.replaceAll('MAM', ''));

describe('words of the timeline in Korean', () => {
  it('are Korean, whatever happened', () => {
    const left = events.map((event) => [JSON.stringify(event), eventWords(ctx, event)]);
    assert.deepEqual(
      left.filter(([, words = '']) => isEnglish(words)),
      [],
    );
  });

  it('name every effect', () => {
    const kinds = Object.keys(recovery).filter((kind): kind is EffectKind => kind in recovery);
    assert.ok(kinds.length > 20);
    assert.deepEqual(kinds.map((kind) => effectWord(t, kind)).filter(isEnglish), []);
  });

  it('tell who did it and why it was believed, and leave alone what a person said', () => {
    const actors = ['host:host', 'person:editor', 'person:cli', 'job:1'];
    assert.deepEqual(actors.map((actor) => actorWord(t, actor)).filter(isEnglish), []);
    assert.deepEqual(grounds.map((ground) => groundsWords(t, [ground])).filter(isEnglish), []);
    assert.equal(groundsWords(t, ['constructor', 'I looked.']), 'constructor · I looked.');
  });
});
