import type { DomainEvent } from '../event.ts';
import type { DelegationEvent } from './event.ts';
import type { Attempt } from './types.ts';

/** An attempt as it begins. */
export const attemptBegun = (
  { attempt, token, generation, conversation, awake }: Extract<DelegationEvent, { type: 'attemptBegun' }>,
  at: string,
): Attempt => ({
  attempt,
  token,
  generation,
  conversation,
  delivery: { kind: 'waiting' },
  beganAt: at,
  beganAwake: awake,
  startedAt: null,
  lastSeq: 0,
  signal: null,
  permission: null,
  report: null,
  refused: null,
  artifacts: [],
  claimed: null,
  lost: null,
  wouldComplete: null,
  contradictions: 0,
  ended: null,
});

/** An attempt after one more event about it, its session or its effect. */
export function evolveAttempt(attempt: Attempt, event: DomainEvent, at: string): Attempt {
  switch (event.type) {
    case 'promptSending':
      return {
        ...attempt,
        token: event.token ?? attempt.token,
        delivery: { kind: 'sending', tries: event.tries, lost: false },
      };
    case 'effectStarted':
      // Whoever typed it before this can't say any more how that ended.
      return attempt.delivery.kind === 'sending' && !attempt.delivery.lost
        ? { ...attempt, delivery: { ...attempt.delivery, lost: true } }
        : attempt;
    case 'promptDelivered':
      return { ...attempt, delivery: { kind: 'delivered', by: event.by, at } };
    case 'promptNotDelivered':
      return { ...attempt, delivery: { kind: 'notDelivered', problem: event.problem } };
    case 'agentSessionIdentified':
      return attempt.conversation === null && attempt.generation === event.generation
        ? { ...attempt, conversation: event.conversation }
        : attempt;
    case 'attemptSignalled':
      return signalled(attempt, event, at);
    case 'wordOvertaken':
      return { ...attempt, claimed: null };
    case 'permissionSettled':
      return { ...attempt, permission: null };
    case 'reportSighted':
      return { ...attempt, report: event.report };
    case 'reportRefused':
      return { ...attempt, refused: event.problem };
    case 'artifactsSighted':
      return { ...attempt, artifacts: event.there };
    case 'attemptLost':
      return { ...attempt, permission: null, lost: { how: event.how, awake: event.awake } };
    case 'attemptWouldComplete':
      return { ...attempt, wouldComplete: { at, grounds: event.grounds, report: event.report } };
    case 'attemptEnded': {
      const { status, by, grounds, report, problem } = event;
      return { ...attempt, permission: null, ended: { status, by, at, grounds, report, problem } };
    }
    case 'attemptContradicted':
      return {
        ...attempt,
        lastSeq: Math.max(attempt.lastSeq, event.seq),
        contradictions: attempt.contradictions + 1,
      };
    default:
      return attempt;
  }
}

function signalled(
  attempt: Attempt,
  { kind, text, seq, awake }: Extract<DelegationEvent, { type: 'attemptSignalled' }>,
  at: string,
): Attempt {
  return {
    ...attempt,
    lastSeq: Math.max(attempt.lastSeq, seq),
    startedAt: attempt.startedAt ?? at,
    signal: { kind, text, at, awake },
    // Whoever goes on was answered.
    permission: kind === 'permission_required' ? askedSince(attempt, text, at) : null,
    // Whoever says anything else afterwards is not done after all.
    claimed: kind === 'completed' ? { text, at } : null,
  };
}

/** Who asks the same once more has not asked anything else, and nobody is to be told of it again. */
const askedSince = ({ permission }: Attempt, text: string, at: string): NonNullable<Attempt['permission']> =>
  permission?.text === text ? permission : { text, at };
