import { breachesOfRun } from '../../core/breach/select.ts';
import { headRefOf } from '../../core/loop/headRef.ts';
import { isActive } from '../../core/loop/phases.ts';
import type { Loop, Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import { entryNow } from '../../core/task/entryNow.ts';
import { remedyOf } from '../../core/worktree/ailment.ts';
import { removalsUnderWay } from '../../core/worktree/removal.ts';
import type { App } from '../../app/app.ts';
import { personWord } from '../../app/views/actorWord.ts';
import { breachWords } from '../../app/views/breachWords.ts';
import { familyWords } from '../../app/views/familyWords.ts';
import { holdWord } from '../../app/views/holdWords.ts';
import { jobStatus } from '../../app/views/status.ts';
import { newestRunOf, newestFirst } from '../../core/loop/newestRun.ts';
import { phaseWord } from '../../app/views/stateWords.ts';
import { poolLines } from '../../app/views/poolWords.ts';
import { loopRows, type LoopRow } from '../../app/views/loopRows.ts';
import { currentLoop } from '../../app/views/select.ts';
import { isTheirsToMerge } from '../../app/views/wayOut.ts';
import { isMergedAnew } from '../../core/merged/approved.ts';
import { isUnmerged } from '../../core/merged/select.ts';
import { phrase, shortRef } from '../../app/views/words.ts';
import { isoSeconds } from '../../base/clock.ts';
import { heldLines } from '../../app/views/limitWords.ts';
import { queuedWords } from '../../app/views/queuedWords.ts';
import { seatNotes } from '../../app/views/seatNotes.ts';
import { seatStatus } from '../../app/views/seatStatus.ts';
import { runningTeams, teamWords } from '../../app/views/teams.ts';
import { fill, problemData } from '../../base/problem.ts';
import { teamData } from '../batch/showTeam.ts';
import { exit, type Cli } from '../cli.ts';
import { poolData } from '../poolData.ts';
import { overlapLines, worktreesData } from '../overlaps.ts';
import { pad, printable } from '../paint.ts';
import { agentSessionsData, sessionLines } from '../session/sessionLines.ts';
import { nextCommands, waitWords } from '../summary.ts';
import { runData } from '../summaryData.ts';
import { words } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { viewContext } from '../viewContext.ts';
import { withApp } from '../withApp.ts';

export const status: Verb = {
  name: 'status',
  summary: 'Show the loop, its tasks and what waits for you',
  positional: '',
  positionals: [0, 0],
  options: { json },
  run: (cli, call) =>
    withApp(cli, { mirrorOnly: true }, async (app) => {
      await app.showWorktrees(true, 'command');
      if (call.flag('json')) cli.terminal.out(JSON.stringify(statusData(cli, app)));
      else for (const line of statusLines(cli, app)) cli.terminal.out(line);
      return app.problem ? exit.blocked : exit.done;
    }),
};

function statusData(cli: Cli, app: App) {
  const { state, facts } = app;
  const waitsOf = queuedWords({ ...viewContext(cli, app), t: fill }, state);
  const loop = currentLoop(state);
  return {
    seq: state.seq,
    controlRoot: facts.controlRoot,
    branch: facts.branch,
    owner: app.owner,
    problem: app.problem && problemData(app.problem),
    loop: loop && loopData(loop),
    loops: loopRows(state).map(({ loop: one, task, path }) => ({ ...loopData(one), task, path })),
    runs: newestFirst(state).map((run) => ({
      ...runData(cli, facts.controlRoot, state, run),
      next: nextOf(cli, app, run),
    })),
    sessions: Object.values(state.sessions).map((seat) => ({
      ...seat,
      gate: seatStatus(state, seat.session, isoSeconds(Date.now())),
    })),
    ...agentSessionsData(viewContext(cli, app), state),
    teams: runningTeams(state).map(teamData),
    breaches: Object.values(state.breaches),
    worktrees: worktreesData(app),
    removals: cutShort(state).map(({ problem, argv }) => ({ ...problemData(problem), argv })),
    limits: state.limits,
    circuits: state.circuits,
    leases: Object.values(state.leases).map(({ task, claims, session, agent, state: held }) => ({
      task,
      claims,
      session,
      agent,
      state: held,
    })),
    queue: {
      tasks: state.queue.tasks.map((task) => ({
        id: task.id,
        title: task.title,
        status: task.status,
        priority: task.priority,
        waits: waitsOf(task)?.full ?? null,
      })),
      problems: state.queue.problems.map(problemData),
    },
  };
}

function statusLines(cli: Cli, app: App): readonly string[] {
  const { t } = cli;
  const { paint } = cli.terminal;
  const { state, facts } = app;
  const lines: string[] = [];
  const row = (name: string, text: string): void => void lines.push(`${pad(name, 12)}${text}`);
  row(t('Repository'), facts.controlRoot);
  row(t('Owner'), app.owner?.label ?? t('nobody runs work here now'));
  for (const loop of loopLines(cli, app)) row(t('Loop'), loop);
  for (const { loop } of loopRows(state))
    for (const line of poolLines(cli, loop))
      row(t('Pool'), ((loop.options.clamped?.wanted ?? 1) > 1 ? paint.warn : String)(printable(line)));
  if (app.problem) row(t('Problem'), paint.bad(words(cli, app.problem)));
  for (const one of state.queue.problems) row(t('Queue'), paint.warn(words(cli, one)));
  const ctx = viewContext(cli, app);
  for (const seat of Object.values(state.sessions)) {
    const notes = seatNotes(ctx, state, seat).join(', ');
    if (notes !== '') row(t('Session'), paint.warn(printable(`${seat.session}: ${notes}`)));
  }
  for (const { text, waits } of sessionLines(ctx, state))
    row(t('Session'), waits ? paint.warn(printable(text)) : printable(text));
  for (const team of runningTeams(state)) row(t('Team'), printable(teamWords(ctx, team)));
  for (const line of heldLines(ctx, state)) row(t('Agent'), paint.warn(printable(line)));
  for (const { problem } of cutShort(state)) row(t('Worktree'), paint.warn(printable(words(cli, problem))));
  for (const line of overlapLines(ctx, app)) row(t('Overlap'), paint.warn(printable(line)));
  for (const run of newestFirst(state)) {
    if (run.phase === 'ended' && !isToMerge(state, run)) continue;
    lines.push('', paint.bold(`${run.task.id}  ${printable(run.task.title)}`));
    lines.push(
      `  ${phaseWords(cli, run)}${run.gate && run.phase !== 'ended' ? `, ${run.gate.open ? paint.good(t('gate OPEN')) : paint.warn(t('gate CLOSED'))}` : ''}`,
    );
    if (isActive(run) && app.owner === null) {
      lines.push(`  ${paint.warn(t('nobody runs it now'))}`);
    } else if (isActive(run))
      for (const job of run.jobs.filter((one) => !one.ended))
        lines.push(
          `  ${t(job.role)} (${job.agent}): ${printable(phrase(jobStatus(ctx, state, run, job).text, holdWord(ctx, job)))}`,
        );
    for (const found of breachesOfRun(state, run.id))
      if (!found.accepted) lines.push(`  ${paint.warn(printable(breachWords(ctx, found)))}`);
    const family = familyWords(ctx, run);
    if (family !== null) lines.push(`  ${paint.warn(family)}`);
    const entry = entryNow(state, run);
    if (entry !== null) lines.push(`  ${paint.warn(words(cli, entry))}`);
    const waiting = waitWords(cli, state, run);
    if (waiting !== null) lines.push(`  ${paint.warn(waiting)}`);
    for (const command of nextOf(cli, app, run)) lines.push(`  ${t('Next: {command}', { command })}`);
  }
  const started = new Set(newestFirst(state).map((run) => run.task.id));
  const waiting = state.queue.tasks.filter((task) => !started.has(task.id) && task.status !== 'done');
  if (waiting.length > 0) lines.push('', t('Not started:'));
  const waitsOf = queuedWords(ctx, state);
  for (const task of waiting) {
    lines.push(
      `  ${task.id}  ${printable(task.title)} (${printable(task.status || t('no status'))}, P${task.priority})`,
    );
    const waits = waitsOf(task);
    if (waits) lines.push(`    ${paint.warn(printable(waits.full))}`);
  }
  return lines;
}

/** Removals of worktrees that have not come to their end, each with the command that goes on with it. */
const cutShort = (state: State) =>
  removalsUnderWay(state).map(({ path }) => remedyOf({ kind: 'cutShort', path, aside: null }));

const loopData = (loop: Loop) => ({
  id: loop.id,
  state: loop.state,
  outcome: loop.outcome,
  startedAt: loop.startedAt,
  taken: loop.taken,
  pool: poolData(loop),
});

/** One line a loop, named by what a person stops or resumes it with. Without an owner nothing runs, whatever the log says. */
function loopLines({ t }: Cli, { state, owner }: App): readonly string[] {
  const rows = loopRows(state);
  const states: Readonly<Record<LoopRow['word'], string>> = {
    running: t('running'),
    stopping: t('stopping'),
    completed: t('completed'),
    blocked: t('waits for you'),
    stopped: t('stopped'),
  };
  if (rows.length === 0) return [t('none was started yet')];
  return rows.map(({ loop, task, path, word }) => {
    const place = path === null ? t('the queue') : printable(path);
    const dead = owner === null && loop.state !== 'ended';
    return phrase(`${loop.id}: ${dead ? t('nobody runs it now') : states[word]}`, `${task ?? '-'}, ${place}`);
  });
}

/** What a person runs next; work that nobody runs goes on only by a person's command. */
const nextOf = (cli: Cli, app: App, run: Run): readonly string[] =>
  app.owner === null && (isActive(run) || isMergedAnew(app.state, run))
    ? [`${cli.self} resume --loop ${run.loop}`]
    : nextCommands(cli, app.facts.controlRoot, app.state, run);

/**
 * The newest run of its task, approved and not on its base yet; a task that the queue calls done went another way, and so
 * did one on a person's own branch that is gone or has moved on.
 */
const isToMerge = (state: State, run: Run): boolean =>
  isUnmerged(run) &&
  (run.options.source === undefined || (state.refs[headRefOf(run)] ?? run.decision?.head) === run.decision?.head) &&
  newestRunOf(state, run.task.id)?.id === run.id &&
  !state.queue.tasks.some((task) => task.id === run.task.id && task.status === 'done');

const phaseWords = (cli: Cli, { phase, decision, base, branch, options }: Run): string => {
  if (decision?.kind === 'approved' && isTheirsToMerge({ options, base }))
    return cli.t('approved by {by}; merging {branch} is yours', { by: personWord(cli.t, decision.by), branch });
  if (decision?.kind === 'approved')
    return cli.t('approved by {by}, not in {base} yet', {
      by: personWord(cli.t, decision.by),
      base: shortRef(base?.ref ?? ''),
    });
  return phaseWord(cli.t, phase);
};
