import { currentLoop } from '../../app/views/select.ts';
import type { State } from '../../core/state.ts';
import { exit, type Cli } from '../cli.ts';
import { followLoop, onlyLoop } from '../followLoop.ts';
import { needPerson } from '../needPerson.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';

export const stop: Verb = {
  name: 'stop',
  summary: 'Stop the running loop; its lanes are ended and can be resumed',
  positional: '',
  positionals: [0, 0],
  options: { json },
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
      const stopped = await app.dispatch({ type: 'stopLoop' }, cli.actor);
      const loop = currentLoop(app.state);
      if (!stopped.ok || loop === null) return stopped.ok ? exit.done : fail(cli, stopped.error, exit.blocked);
      const lost = await followLoop(app, onlyLoop(loop.id), since, { onEvent: () => undefined, signal: leave.signal });
      if (lost) return fail(cli, lost, exit.blocked);
      if (leave.signal.aborted) return exit.interrupted;
      if (call.flag('json')) cli.terminal.out(JSON.stringify(stopData(cli, app.state, loop.id)));
      else cli.terminal.out(cli.t('The loop is stopped. "{command}" goes on.', { command: `${cli.self} resume` }));
      return exit.done;
    } finally {
      release();
      await app.close();
    }
  },
};

/** The loop that ended, and its runs with what can be gone on with. */
const stopData = (cli: Cli, state: State, loop: string) => ({
  loop,
  state: state.loops[loop]?.state ?? 'ended',
  runs: Object.values(state.runs)
    .filter((run) => run.loop === loop)
    .map(({ id, task, phase }) => ({ run: id, task: task.id, phase })),
  next: [`${cli.self} resume`],
});
