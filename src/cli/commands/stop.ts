import type { Batch } from '../../core/batch/types.ts';
import type { Loop } from '../../core/loop/types.ts';
import { isProposing } from '../../core/patch/isProposing.ts';
import type { State } from '../../core/state.ts';
import type { Team } from '../../core/team/types.ts';
import { proposalsOpen } from '../../core/patch/underWay.ts';
import { batchesOpen, teamsOpen } from '../batch/openWork.ts';
import { exit, type Cli } from '../cli.ts';
import { leftLines } from '../endOfLoop.ts';
import { followLoop, onlyLoop } from '../followLoop.ts';
import { needPerson } from '../needPerson.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { workEnded } from '../workEnded.ts';

export const stop: Verb = {
  name: 'stop',
  summary: 'Stop the running loop; its lanes are ended and can be resumed',
  positional: '',
  positionals: [0, 0],
  options: {
    finish: { kind: 'flag', value: '', summary: 'Begin nothing more, and let the running lanes go on to their end' },
    loop: { kind: 'text', value: 'ID', summary: 'This loop alone' },
    json,
  },
  run: async (cli, call) => {
    const refused = needPerson(cli, 'stop');
    if (refused) return fail(cli, refused, exit.blocked);
    const opened = await cli.open({ effects: 'all' });
    if (!opened.ok) return fail(cli, opened.error, exit.blocked);
    const app = opened.value;
    const leave = new AbortController();
    const release = cli.terminal.onInterrupt(() => leave.abort());
    try {
      const since = app.state.seq;
      const before = app.state;
      const only = call.text('loop');
      const isFinish = call.flag('finish');
      const isMeant = (one: Loop): boolean => only === null || one.id === only;
      const stopping = Object.values(before.loops).findLast(
        (one) =>
          (one.state === 'stopping' || (isFinish && one.state === 'running')) && !isProposing(one) && isMeant(one),
      );
      const others: Others = isFinish
        ? none
        : {
            batches: Object.values(before.batches).filter((one) => only === null && one.decision === 'running'),
            lanes: Object.values(before.loops).filter(
              (one) => one.state !== 'ended' && isProposing(one) && isMeant(one),
            ),
            teams: Object.values(before.teams).filter((one) => only === null && one.decision === 'running'),
          };
      const stopped = await app.dispatch(
        { type: isFinish ? 'finishLoop' : 'stopLoop', ...(only === null ? {} : { loop: only }) },
        cli.actor,
      );
      if (!stopped.ok) return fail(cli, stopped.error, exit.blocked);
      const asked = stopped.value.flatMap((event) =>
        event.type === (isFinish ? 'loopFinishing' : 'loopStopRequested') && 'loop' in event ? [event.loop] : [],
      );
      const loop = asked.findLast((id) => !others.lanes.some((lane) => lane.id === id)) ?? stopping?.id ?? null;
      const { signal } = leave;
      const lost =
        (loop === null ? null : await followLoop(app, onlyLoop(loop), since, { onEvent: () => undefined, signal })) ??
        (only === null && !isFinish
          ? await workEnded(app, (state) => batchesOpen(state) || proposalsOpen(state) || teamsOpen(state), signal)
          : null);
      if (lost) return fail(cli, lost, exit.blocked);
      if (signal.aborted) return exit.interrupted;
      if (call.flag('json')) cli.terminal.out(JSON.stringify(stopData(cli, app.state, { loop, only }, others)));
      else {
        if (loop !== null)
          cli.terminal.out(cli.t('The loop is stopped. "{command}" goes on.', { command: resumeOf(cli, only) }));
        if (loop !== null && isFinish)
          for (const line of leftLines(cli, app.state, onlyLoop(loop))) cli.terminal.out(line);
        if (others.batches.length > 0)
          cli.terminal.out(cli.t('The batch of lanes is stopped. Start it again to go on.'));
        if (others.lanes.length > 0)
          cli.terminal.out(
            cli.t('The lane that proposes a patch is stopped. "{command}" lists what was kept of it.', {
              command: `${cli.self} rescue`,
            }),
          );
        if (others.teams.length > 0) cli.terminal.out(cli.t('The team is stopped. Start it again to go on.'));
      }
      return exit.done;
    } finally {
      release();
      await app.close();
    }
  },
};

/** What goes on with it. */
const resumeOf = ({ self }: Cli, only: string | null): string =>
  only === null ? `${self} resume` : `${self} resume --loop ${only}`;

/** Whoever lets a loop finish means nothing else. */
const none = { batches: [], lanes: [], teams: [] };

/** What worked beside loops; none of it is gone on with by `resume`. */
interface Others {
  readonly batches: readonly Batch[];
  /** Loops of lanes that propose. */
  readonly lanes: readonly Loop[];
  readonly teams: readonly Team[];
}

/** The loop that ended, and its runs with what can be gone on with; the other kinds of work where some was stopped. */
const stopData = (
  cli: Cli,
  state: State,
  { loop, only }: { readonly loop: string | null; readonly only: string | null },
  { batches, lanes, teams }: Others,
) => ({
  loop,
  state: loop === null ? null : (state.loops[loop]?.state ?? 'ended'),
  runs: Object.values(state.runs)
    .filter((run) => run.loop === loop)
    .map(({ id, task, phase }) => ({ run: id, task: task.id, phase })),
  ...(batches.length > 0
    ? { batches: batches.map(({ id }) => ({ batch: id, decision: state.batches[id]?.decision ?? 'blocked' })) }
    : {}),
  ...(lanes.length > 0
    ? { lanes: lanes.map(({ id }) => ({ loop: id, state: state.loops[id]?.state ?? 'ended' })) }
    : {}),
  ...(teams.length > 0
    ? { teams: teams.map(({ id }) => ({ team: id, decision: state.teams[id]?.decision ?? 'blocked' })) }
    : {}),
  next: loop === null ? [] : [resumeOf(cli, only)],
});
