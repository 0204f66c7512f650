import { awaitsReport } from '../../core/job/isPersonsJob.ts';
import type { Job } from '../../core/job/types.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import { action } from './actions.ts';
import { agentSessionNode, sessionsOfSeat } from './agentSessions.ts';
import { breachesOfSeat, breachNode } from './breachNodes.ts';
import { breachWords } from './breachWords.ts';
import { holdSentence, holdWord } from './holdWords.ts';
import { agentHeldWords } from './limitWords.ts';
import { usageOf, usageWords } from './usageWords.ts';
import { laneRows, type SeatRow } from './seatLanes.ts';
import type { SessionLook } from './sessionLooks.ts';
import { seatNotes } from './seatNotes.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import { isActive } from '../../core/loop/phases.ts';
import { isOver } from './select.ts';
import { idle, jobStatus, type Status } from './status.ts';
import { runningTeams, teamNode } from './teams.ts';
import { escapeMarkdown, treeNode, type Tone, type TreeNode, type ViewAction } from './treeNode.ts';
import { oneLine, phrase, shortList, since } from './words.ts';
import type { Scene, ViewContext } from './viewContext.ts';

interface Seat {
  readonly session: string;
  readonly name: string;
  readonly writes: boolean;
  readonly keepsLedger: boolean;
  readonly focus: string;
}

/** The seats of the topology, then sessions that only the registry knows. */
const seatsOf = (state: State): readonly Seat[] => {
  const roles = state.topology?.roles ?? [];
  const known = new Set(roles.map((role) => role.session));
  return [
    ...roles.map((role) => ({
      session: role.session,
      name: role.name,
      writes: role.authority === 'write',
      keepsLedger: role.authority === 'ledger',
      focus: role.focus,
    })),
    ...Object.values(state.sessions)
      .filter((session) => !known.has(session.session))
      .map((session) => ({
        session: session.session,
        name: session.role,
        writes: false,
        keepsLedger: false,
        focus: '',
      })),
  ];
};

interface Work {
  readonly run: Run;
  readonly job: Job;
}

/** The jobs of a seat in the newest run that gave it one; the newest job is the last. */
const workOf = (state: State, session: string): readonly Work[] => {
  const run = newestFirst(state).find((candidate) => candidate.jobs.some((job) => job.session === session));
  return run === undefined ? [] : run.jobs.filter((job) => job.session === session).map((job) => ({ run, job }));
};

const jobNode = (ctx: ViewContext, state: State, { run, job }: Work): TreeNode => {
  const status = jobStatus(ctx, state, run, job);
  const label = ctx.t('job {job} attempt {attempt}', { job: oneLine(job.id, 24), attempt: job.attempt });
  const progress = job.ended === undefined ? ctx.progress(job.id) : null;
  const usage = usageOf(job);
  const used = usage === null ? null : usageWords(ctx, usage);
  const started = ctx.t('started {time}', { time: ctx.clock(job.dispatchedAt) });
  return treeNode({
    id: `job:${job.id}.${job.attempt}`,
    label,
    description: progress === null ? phrase(started, status.text, used) : oneLine(progress),
    icon: status.icon,
    tone: status.tone,
    contextValue: awaitsReport(run, job) ? 'job.report' : 'job',
    subject: { run: run.id, task: run.task.id, job: job.id },
    action: action(ctx.t, 'openTranscript', job.id),
    tooltip: [
      `**${escapeMarkdown(job.id)}**`,
      escapeMarkdown(
        phrase(
          job.agent,
          job.model,
          job.effort,
          ctx.t('round {round}', { round: job.round }),
          started,
          status.text,
          holdWord(ctx, job),
          used,
        ),
      ),
      escapeMarkdown(holdSentence(ctx, job) ?? ''),
    ]
      .filter((line) => line !== '')
      .join('\n\n'),
    accessibilityLabel: `${label}, ${status.text}`,
  });
};

const rowStatus = (ctx: ViewContext, scene: Scene, seat: Seat, latest: Work | undefined): Status => {
  const registered = scene.state.sessions[seat.session];
  if (latest !== undefined && !(isOver(latest.run) && latest.job.ended === undefined)) {
    return jobStatus(ctx, scene.state, latest.run, latest.job);
  }
  // A session outside the topology lives by its heartbeats alone: what it says is shown, never counted.
  if (registered !== undefined && scene.state.topology === null) {
    const said = ctx.t('{status}, said {time} ago', {
      status: registered.status,
      time: since(ctx, registered.lastBeat),
    });
    return { ...idle(ctx), text: said };
  }
  return idle(ctx);
};

/** A seat that no loop uses stands as the session that was opened for it. */
const ofSession = ({ words: { text, icon, tone } }: SessionLook): Status => ({
  text,
  icon,
  tone,
  needsYou: tone === 'attention',
});

const ownerWords = (ctx: ViewContext, { role, owner }: Scene): string =>
  role === 'owner' ? ctx.t('this window') : (owner?.label ?? ctx.t('another window'));

/** A seat whose word is not what its colour says wants a second look. */
const toneOf = (status: Status, notes: readonly string[]): Tone =>
  notes.length > 0 && status.tone === 'good' ? 'attention' : status.tone;

/** The takeover that this seat has to make room for. */
const takeoverOf = (state: State, seat: Seat) =>
  Object.values(state.leases).find((lease) => lease.takeover && lease.session === seat.session)?.takeover;

/** What its lane does just now, so that nobody has to unfold the row for it. */
const newestLine = (ctx: ViewContext, latest: Work | undefined): string | null => {
  const line = latest === undefined || latest.job.ended !== undefined ? null : ctx.progress(latest.job.id);
  return line === null ? null : oneLine(line, 60);
};

/** What its lane writes or wrote, else the session that was opened for it. */
const clickOf = (ctx: ViewContext, latest: Work | undefined, open: SeatRow | undefined): ViewAction | null =>
  latest === undefined ? (open?.node.action ?? null) : action(ctx.t, 'openTranscript', latest.job.id);

const seatNode = (ctx: ViewContext, scene: Scene, seat: Seat): TreeNode => {
  const { state } = scene;
  const work = workOf(state, seat.session);
  const latest = work.at(-1);
  const looks = sessionsOfSeat(ctx, scene, seat.session);
  const status =
    looks[0] !== undefined && latest === undefined ? ofSession(looks[0]) : rowStatus(ctx, scene, seat, latest);
  const registered = state.sessions[seat.session];
  const notes = registered === undefined ? [] : seatNotes(ctx, state, registered);
  const agent = latest?.job.agent ?? looks[0]?.session.agent ?? registered?.agent ?? null;
  const busy = latest !== undefined && !isOver(latest.run);
  const leaving = takeoverOf(state, seat);
  // Where the newest lane met it, the status says so itself.
  const isToldOf = agent === null || latest?.job.ended?.outcome.kind === 'limited';
  const found = breachesOfSeat(state, seat.session);
  const open = looks.map((look) => ({
    agent: look.session.agent,
    node: agentSessionNode(ctx, look),
  }));
  const jobs = work.map((one) => ({ agent: one.job.agent, node: jobNode(ctx, state, one) })).toReversed();
  const description = seat.keepsLedger
    ? ownerWords(ctx, scene)
    : phrase(
        found[0] && oneLine(breachWords(ctx, found[0]), 80),
        leaving && ctx.t('{by} takes its lease over', { by: leaving.by }),
        agent,
        status.text,
        isToldOf ? null : agentHeldWords(ctx, state, agent),
        ...notes,
        latest === undefined || latest.job.ended !== undefined ? null : holdWord(ctx, latest.job),
        busy ? latest.run.task.id : null,
        busy && seat.writes ? shortList(latest.run.claims, 1) : null,
        newestLine(ctx, latest),
      );
  const name = ctx.t(seat.name);
  return treeNode({
    id: `session:${seat.session}`,
    label: name,
    description,
    icon: seat.keepsLedger ? 'organization' : status.icon,
    tone: seat.keepsLedger ? 'none' : leaving || found[0]?.blocks ? 'attention' : toneOf(status, notes),
    contextValue: seat.writes ? 'session.writer' : 'session',
    subject: latest === undefined ? {} : { run: latest.run.id, task: latest.run.task.id },
    children: [
      ...found.map((breach) => breachNode(ctx, breach, 'breach')),
      ...laneRows(seat.session, [...open, ...jobs], registered),
    ],
    ...(open.length > 0 ? { expanded: true } : {}),
    action: clickOf(ctx, latest, open[0]),
    tooltip: [
      `**${escapeMarkdown(name)}**`,
      seat.focus === '' ? '' : escapeMarkdown(ctx.t(seat.focus)),
      escapeMarkdown(description),
    ]
      .filter((line) => line !== '')
      .join('\n\n'),
  });
};

/** Working seats first would make rows jump, so the order is the topology's; teams come and go below it. */
export const sessionsView = (ctx: ViewContext, scene: Scene): readonly TreeNode[] => [
  ...seatsOf(scene.state).map((seat) => seatNode(ctx, scene, seat)),
  ...runningTeams(scene.state).map((team) => teamNode(ctx, team)),
];

/** How many lanes and teams are at work now; a run between two lanes counts as one, since it goes on by itself. */
export const workingCount = (state: State): number =>
  newestFirst(state)
    .filter(isActive)
    .reduce(
      (count, run) => count + Math.max(1, run.jobs.filter((job) => job.ended === undefined).length),
      runningTeams(state).length,
    );
