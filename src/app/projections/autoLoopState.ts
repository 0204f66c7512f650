import { nextUp } from '../../core/autoLoop/nextUp.ts';
import { completedIn } from '../../core/autoLoop/cycles.ts';
import { isOpenEnded } from '../../core/autoLoop/openEnded.ts';
import { heldNow } from '../../core/lease/heldNow.ts';
import { isDone, isWorking } from '../../core/loop/phases.ts';
import type { Loop, Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import { recommendedTasks } from '../../core/task/select.ts';
import { isProposing } from '../../core/patch/isProposing.ts';
import { currentLoop } from '../views/select.ts';
import { cycleEntry } from './cycle.ts';
import { blockersOf, heldAsks, ledgerSentence, newestRuns, warningsOf } from './facts.ts';
import { loopLanes } from './laneAutotune.ts';
import { clampSentences, loopPoolState } from './taskPool.ts';
import { ledgerJson } from './json.ts';
import type { Projection } from './projection.ts';

const decisionOf = (loop: Loop, runs: readonly Run[]): string => {
  if (loop.state !== 'ended') return 'running';
  if (loop.outcome === 'completed') return 'limit-reached';
  // What a guard ended is no success in part; what went on to the end of its queue may be.
  if (loop.outcome === 'blocked' && isOpenEnded(loop.options) && !loop.halted && completedIn(loop) > 0)
    return 'partial';
  if (loop.outcome === 'blocked') return 'blocked';
  return runs.some(isDone) ? 'partial' : 'planned';
};

const limitReason = ({ options }: Loop): string => {
  if (options.tasks !== null) return 'the tasks that were named';
  return options.limit === null ? 'to the end of the queue' : 'the limit that was set';
};

/** What each task came to: by its newest run, else by what was taken over. */
function history(state: State): { readonly completed: readonly string[]; readonly deferred: readonly string[] } {
  const runs = newestRuns(state);
  const before = (ids: readonly string[]): readonly string[] =>
    ids.filter((id) => !runs.some((run) => run.task.id === id));
  const done = runs.filter(isDone);
  const aside = runs.filter((run) => !isDone(run) && !isWorking(state, run));
  const completed = [...before(state.imports.flatMap((one) => one.completed)), ...done.map((run) => run.task.id)];
  const deferred = [...before(state.imports.flatMap((one) => one.deferred)), ...aside.map((run) => run.task.id)];
  return {
    completed: [...new Set(completed)],
    deferred: [...new Set(deferred)].filter((id) => !completed.includes(id)),
  };
}

const overranSentence = ({ task, seconds }: { readonly task: string; readonly seconds: number }): string =>
  `${task} was at work for more than ${seconds} s.`;

/** What another loop of the same kind would take; nothing is foretold while this one runs. */
const nextOf = (state: State, loop: Loop): string | null =>
  loop.state === 'ended'
    ? (nextUp(state, { ...loop, options: { ...loop.options, limit: null } }).task?.id ?? null)
    : null;

/** How a loop was started, and how it stands. */
const aboutLoop = (state: State, loop: Loop, runs: readonly Run[]) => {
  const { limit, tasks, maxRounds } = loop.options;
  const most = tasks?.length ?? limit;
  return {
    decision: decisionOf(loop, runs),
    execute_runner: true,
    auto_repair: maxRounds > 1,
    max_iterations: most ?? 0,
    infinite_mode: most === null,
    target_completed_count: loop.options.guards?.target ?? most,
    max_attempts: Math.max(1, most ?? 0, loop.options.guards?.maxAttempts ?? 0),
    max_iterations_reason: limitReason(loop),
    next_task_id: nextOf(state, loop),
  };
};

/** Where only a history was taken over, nothing is planned yet. */
const aboutNoLoop = (state: State) => ({
  decision: 'planned',
  execute_runner: false,
  auto_repair: false,
  max_iterations: 0,
  infinite_mode: false,
  target_completed_count: null,
  max_attempts: 1,
  max_iterations_reason: 'no loop was started yet',
  next_task_id: recommendedTasks(state)[0]?.id ?? null,
});

/** The newest loop as the contract's state file has it. A loop ships nothing: a person does, or a tick that a person executes. */
export const autoLoopState = (state: State): readonly Projection[] => {
  const loop = currentLoop({
    loops: Object.fromEntries(Object.entries(state.loops).filter(([, one]) => !isProposing(one))),
  });
  if (loop === null && state.imports.length === 0) return [];
  return [
    {
      path: 'auto_loop_state.json',
      reads: [loop, state.runs, heldAsks(state), state.queue, state.imports, state.ticks],
      render: (stamp) => {
        const runs = Object.values(state.runs).filter((run) => run.loop === loop?.id);
        const { completed, deferred } = history(state);
        return ledgerJson(
          {
            schema_version: 1,
            ...(loop ? aboutLoop(state, loop, runs) : aboutNoLoop(state)),
            execute_ship: false,
            codex_model: 'role-default',
            max_commands_per_session: 0,
            completed_task_ids: completed,
            deferred_task_ids: deferred,
            cycles: runs.map((run, i) => cycleEntry(state, run, i + 1)),
            ...loopLanes(loop, runs),
            blockers: [
              ...new Set([
                ...(loop?.halted ? [ledgerSentence(heldNow(state, loop.halted))] : []),
                ...runs.flatMap((run) => blockersOf(state, run)),
              ]),
            ],
            ...loopPoolState(loop),
            warnings: [
              ...new Set([
                ...clampSentences(loop),
                ...warningsOf(state),
                ...(loop?.overran ?? []).map(overranSentence),
              ]),
            ],
            ...(loop === null || loop.state === 'ended'
              ? {
                  wall_clock_exceeded: loop?.halted?.code === 'loop.wallClock',
                  learning_capture_advisory: null,
                  adr_lifecycle_advisory: null,
                }
              : {}),
          },
          stamp,
        );
      },
    },
  ];
};
