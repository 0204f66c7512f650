import { laterThan } from '../../src/base/clock.ts';
import { childrenSight } from '../../src/core/agentSession/children.ts';
import { openAttempt } from '../../src/core/delegation/attempts.ts';
import { nextJudgement } from '../../src/core/delegation/judge.ts';
import { stillMs } from '../../src/core/delegation/stillness.ts';
import type { DelegatedJob } from '../../src/core/delegation/types.ts';
import { CoreWorld, host, job as agent, person } from './core.ts';
import { orderOf } from './delegation.ts';
import { scheduleStart, type News, type Schedule } from './scheduleNews.ts';
import { aSession } from './sights.ts';

/** What MAM made of a schedule. */
export interface Outcome {
  readonly job: DelegatedJob;
  /** When the job was said to be completed; null when it never was. */
  readonly completedAt: number | null;
}

const modes = { codex: 'auto' } as const;

/** Plays a schedule to the core as its owner would: news when they come, and a judgement when one is due. */
export function runSchedule(schedule: Schedule): Outcome {
  const world = new CoreWorld();
  let completedAt: number | null = null;
  /** Nothing is heard before this, and nothing judged before a rest was watched. */
  let [downUntil, judgesFrom] = [0, 0];
  const job = (): DelegatedJob => world.state.delegations['j']!;

  const goTo = (ms: number): void => {
    world.awakeMs = ms;
    world.at = laterThan(scheduleStart, ms);
  };
  const note = (): void => {
    if (completedAt === null && job().status === 'completed') completedAt = world.awakeMs;
  };
  /** Judges at each moment up to `until` at which there is something to judge. */
  const judgeUntil = (until: number): void => {
    for (let turns = 0; turns < 1000; turns++) {
      const next = nextJudgement(world.state, modes, { at: world.at, awakeMs: world.awakeMs });
      const due = next === null ? null : Math.max(next, judgesFrom);
      if (due === null || due > until) return;
      goTo(Math.max(due, world.awakeMs));
      world.do({ type: 'judgeJobs', modes }, host);
      note();
    }
    throw new Error('judges without end');
  };

  open(world, schedule);
  for (const news of schedule.news) {
    const at = Math.max(news.at, downUntil);
    judgeUntil(at);
    goTo(Math.max(at, world.awakeMs));
    if (news.kind === 'down') {
      world.crash();
      downUntil = Math.max(downUntil, news.until);
      judgesFrom = downUntil + stillMs;
    } else hear(world, news, schedule.own);
    deliver(world);
    note();
  }
  judgeUntil(schedule.endsAt);
  return { job: job(), completedAt };
}

function open(world: CoreWorld, { witness, review, outside, artifact, own }: Schedule): void {
  const { backend, cwd, worktree, role, controlPlane } = aSession();
  const session = {
    id: 's',
    name: 's',
    agent: 'codex',
    backend,
    cwd,
    worktree,
    role,
    controlPlane,
    conversation: null,
  };
  world.do({ type: 'openAgentSession', session }, person);
  settleSessions(world);
  world.do(
    { type: 'sightAgentSession', session: 's', generation: 1, source: witness, activity: { kind: 'idle' } },
    host,
  );
  countChildren(world, own, 1);
  const order = orderOf('j', {
    session: 's',
    kind: review ? 'review' : 'work',
    outside,
    expectedArtifacts: artifact ? ['out.txt'] : [],
  });
  world.do({ type: 'submitJob', order, queue: false }, person);
  deliver(world);
}

const settleSessions = (world: CoreWorld): void => {
  for (const effect of world.open('startSession')) world.settle(effect);
};

/** Types whatever waits to be typed. */
function deliver(world: CoreWorld): void {
  for (const effect of world.open('deliverPrompt')) {
    if (effect.kind !== 'deliverPrompt') continue;
    world.do({ type: 'sendPrompt', job: effect.job, attempt: effect.attempt }, host);
    world.settle(effect);
  }
}

/** What a look at the process tree shows: those of its own, and one more for each command that runs. */
function countChildren(world: CoreWorld, children: number, generation: number): void {
  const session = world.state.agentSessions['s'];
  if (session?.generation !== generation) return;
  const seen = childrenSight(session, children, false);
  world.do({ type: 'sightAgentSession', session: 's', generation, source: 'process', ...seen }, host);
}

function hear(world: CoreWorld, news: Exclude<News, { kind: 'down' }>, own: number): void {
  switch (news.kind) {
    case 'sight': {
      const { generation, source, activity } = news;
      const runs = activity.kind === 'working';
      if (source === 'process' && (runs || activity.kind === 'quiet')) {
        countChildren(world, own + (runs ? 1 : 0), generation);
        return;
      }
      world.do({ type: 'sightAgentSession', session: 's', generation, source, activity }, host);
      return;
    }
    case 'word': {
      const { attempt, seq, word } = news;
      world.do(
        {
          type: 'signalAttempt',
          job: 'j',
          attempt,
          seq,
          kind: word,
          text: word === 'permission_required' ? 'Run it?' : '',
        },
        agent,
      );
      return;
    }
    case 'report': {
      const { attempt, sha, manifest, verdict } = news;
      const report =
        sha === null ? null : { sha256: sha, bytes: 1, manifest, verdict: verdict ? ('pass' as const) : null };
      world.do({ type: 'sightReport', job: 'j', attempt, report, refused: null }, host);
      return;
    }
    case 'artifact': {
      const { attempt, there } = news;
      world.do({ type: 'sightArtifacts', job: 'j', attempt, there: there ? ['out.txt'] : [] }, host);
      return;
    }
    case 'answered':
      world.do({ type: 'settlePermission', job: 'j', attempt: news.attempt }, host);
      return;
    case 'end':
      world.do(
        { type: 'endAgentSession', session: 's', generation: news.generation, how: news.how, problem: null },
        host,
      );
      return;
    case 'resume':
      world.do({ type: 'resumeAgentSession', session: 's', controlPlane: aSession().controlPlane }, person);
      settleSessions(world);
      return;
    case 'retry':
      if (openAttempt(world.state.delegations['j']!)) world.do({ type: 'cancelJob', job: 'j', reason: '' }, person);
      world.do({ type: 'retryJob', job: 'j' }, person);
  }
}

/** Whether MAM said that a job is done that was not, or did not say so of one that was. */
export function judgedWrongly(schedule: Schedule, { completedAt }: Outcome): 'falsely done' | 'missed' | null {
  const { doneAt, isNoticeable } = schedule;
  if (completedAt !== null && (doneAt === null || completedAt < doneAt)) return 'falsely done';
  return completedAt === null && isNoticeable ? 'missed' : null;
}
