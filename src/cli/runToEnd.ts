import { eventLine } from '../app/projections/events.ts';
import type { App } from '../app/app.ts';
import { workingLoops } from '../app/views/select.ts';
import { sameValue } from '../base/sameValue.ts';
import type { Problem } from '../base/problem.ts';
import { isAnswered } from '../core/autoLoop/answered.ts';
import { isActive } from '../core/loop/phases.ts';
import type { Recorded } from '../core/event.ts';
import type { Run } from '../core/loop/types.ts';
import type { State } from '../core/state.ts';
import { exit, type Cli } from './cli.ts';
import { isBlocked, leftData, leftLines } from './endOfLoop.ts';
import { followedRuns, followLoop, type Followed } from './followLoop.ts';
import { progressLine } from './progressLine.ts';
import { answerAsk, type Answers } from './questions.ts';
import { runData } from './summaryData.ts';
import { summaryLines } from './summary.ts';
import { tellWhatTakesLong } from './patience.ts';
import { fail } from './tell.ts';

export interface EndRequest {
  readonly followed: Followed;
  /** Sequence of the last event that is no news. */
  readonly since: number;
  readonly json: boolean;
  readonly answers: Answers;
  /**
   * Whoever ends this command means this loop alone, by a request from outside as well, and the exit code tells which of
   * both it was. Left out, Ctrl-C stops all that works, and a request from outside leaves it to the next owner.
   */
  readonly own?: boolean;
  /** Only these tasks of the loop are what it was called for, so that the exit code is theirs. */
  readonly meant?: readonly string[];
}

/** The longest that leaving at once may take, in milliseconds. */
const leaveMs = 2000;

/**
 * Follows a loop to its end, answers what can be answered here, and sums it up. Ctrl-C stops the loop; a second one
 * leaves at once. Closes the application in any case.
 */
export async function runToEnd(cli: Cli, app: App, request: EndRequest): Promise<number> {
  const { terminal, t } = cli;
  const leave = new AbortController();
  let interrupts = 0;
  let code: number = exit.interrupted;
  const interrupted = (signal: 'SIGINT' | 'SIGTERM'): void => {
    interrupts += 1;
    // The loop is somebody else's, who did not ask for its end.
    if (request.followed.tasks) {
      terminal.err(t('The loop goes on; this terminal follows it no longer.'));
      return leave.abort();
    }
    if (request.own === true && interrupts === 1 && signal === 'SIGTERM') code = exit.terminated;
    if (interrupts > 1 || (signal === 'SIGTERM' && request.own !== true)) return leave.abort();
    // Loops in checkouts of their own have terminals of their own.
    const isAlone = workingLoops(app.state).every(({ options }) => options.source === undefined);
    const meant = request.own === true || !isAlone ? { loop: request.followed.loop } : {};
    terminal.err(
      t('Stopping the loop. Ctrl-C again leaves at once; "{command}" goes on later.', {
        command: 'loop' in meant ? resumeOf(cli, meant.loop) : `${cli.self} resume`,
      }),
    );
    void app.dispatch({ type: 'stopLoop', ...meant }, cli.actor).then((done) => {
      // A loop that has ended meanwhile, with its question still on the screen, needs no stopping.
      if (!done.ok && done.error.code !== 'loop.notRunning') fail(cli, done.error, exit.blocked);
    });
  };
  const release = terminal.onInterrupt(interrupted);
  // The end is certain also while the log stands still, because nobody owns it or its owner hangs.
  const forced = (): void => void setTimeout(() => process.exit(code), leaveMs).unref();
  leave.signal.addEventListener('abort', forced);

  const asked = new Set<string>();
  let hasAnswered = false;
  let told = request.since;
  /** Whoever follows some tasks alone is told of the others at the end of theirs. */
  const isTold = ({ event }: Recorded, state: State): boolean => {
    if (!request.followed.tasks || !('run' in event) || typeof event.run !== 'string') return true;
    const run = state.runs[event.run];
    return run === undefined || request.followed.has(run);
  };
  const onEvent = async (event: Recorded, state: State): Promise<void> => {
    told = event.seq;
    if (request.json) terminal.out(eventLine(event, state, app.privacy));
    else if (isTold(event, state)) {
      // The loop ends with the question and the run goes on with the answer: then the end is no news.
      const superseded =
        (event.event.type === 'loopEnded' && followedRuns(state, request.followed).some(isActive)) ||
        (event.event.type === 'loopHalted' && state.loops[request.followed.loop]?.halted === undefined);
      const line = superseded
        ? null
        : progressLine({ t, paint: terminal.paint, controlRoot: app.facts.controlRoot }, event, state);
      if (line !== null) terminal.out(line);
    }
    if (event.event.type !== 'runAsked' || !isTold(event, state)) return;
    const run = app.state.runs[event.event.run];
    if (run) await putQuestion(run);
  };
  /** The same question is put once; who said no is not asked again. */
  const putQuestion = async (run: Run): Promise<void> => {
    const question = JSON.stringify(run.ask);
    if (run.ask === null || asked.has(question) || leave.signal.aborted) return;
    asked.add(question);
    if (!(await answerAsk(cli, app, run, request.answers, leave.signal))) return;
    hasAnswered = true;
    await goOnAnswered();
  };
  /** A question of a task ends its loop; whoever answered it here means the loop to go on. */
  const goOnAnswered = async (): Promise<boolean> => {
    if (!hasAnswered || interrupts > 0 || !isHeldByAsk(app.state, request.followed)) return false;
    hasAnswered = false;
    const { loop } = request.followed;
    return (await app.dispatch({ type: 'resumeLoop', loop, leavesParked: true }, cli.actor)).ok;
  };
  const follow = (): Promise<Problem | null> =>
    followLoop(app, request.followed, told, { onEvent, signal: leave.signal });
  let lost: Problem | null = null;
  let { role } = app;
  const { state: before } = app;
  const patience = request.json ? null : tellWhatTakesLong({ t, terminal }, app, request.followed);
  try {
    for (const run of followedRuns(app.state, request.followed)) await putQuestion(run);
    lost = await follow();
    while (lost === null && (await goOnAnswered())) lost = await follow();
    if (lost === null && !leave.signal.aborted) {
      // Branches may have moved while nobody looked, and what is summed up has to be so now.
      await app.refresh();
      lost = await follow();
    }
  } finally {
    patience?.dispose();
    ({ role } = app);
    // Letting go can take a moment, in which a second Ctrl-C must still mean to leave.
    await app.close();
    release();
  }
  if (lost !== null) return fail(cli, lost, exit.blocked);
  sumUp(cli, app, request, before);
  if (role === 'owner') tellWhatIsLeft(cli, app.state, request.followed);
  if (interrupts > 0) return code;
  return isBlocked(app.state, request.followed, request.meant) ? exit.blocked : exit.done;
}

/** Nothing but tasks that asked something has ended the loop, and none asks any more. */
function isHeldByAsk(state: State, followed: Followed): boolean {
  const loop = state.loops[followed.loop];
  const runs = followedRuns(state, followed);
  return loop !== undefined && isAnswered(loop, runs) && !runs.some(({ phase }) => phase === 'stopped');
}

const resumeOf = ({ self }: Cli, loop: string): string => `${self} resume --loop ${loop}`;

/** Who did the work of other loops, too, does it no more. */
function tellWhatIsLeft(cli: Cli, state: State, followed: Followed): void {
  for (const { id } of workingLoops(state))
    if (id !== followed.loop || followed.tasks)
      cli.terminal.err(
        cli.t('The loop {loop} still has work, which this terminal does no longer. Where nobody else does: {command}', {
          loop: id,
          command: resumeOf(cli, id),
        }),
      );
}

function sumUp(cli: Cli, app: App, { json, followed, since }: EndRequest, before: State): void {
  const { state, facts } = app;
  const { loop } = followed;
  const all = followedRuns(state, followed);
  // What stands as it stood is no news, unless that is all there is.
  const news = all.filter((run) => !sameValue(before.runs[run.id], run));
  const touched = news.length > 0 ? news : all;
  if (json) {
    const runs = touched.map((run) => runData(cli, facts.controlRoot, state, run));
    cli.terminal.out(
      JSON.stringify({
        event: 'summary',
        loop,
        since,
        seq: state.seq,
        outcome: state.loops[loop]?.outcome ?? null,
        runs,
        left: leftData(state, followed),
      }),
    );
    return;
  }
  for (const run of touched)
    for (const line of summaryLines(cli, facts.controlRoot, state, run)) cli.terminal.out(line);
  const left = leftLines(cli, state, followed);
  if (left.length > 0) cli.terminal.out('');
  for (const line of left) cli.terminal.out(cli.terminal.paint.warn(line));
}
