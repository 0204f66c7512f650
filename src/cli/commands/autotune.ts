import { autotuneView } from '../../app/views/autotune.ts';
import { exit } from '../cli.ts';
import { printable } from '../paint.ts';
import { json, type Verb } from '../verb.ts';
import { viewContext } from '../viewContext.ts';
import { withApp } from '../withApp.ts';

export const autotune: Verb = {
  name: 'autotune',
  summary: 'Show what lanes took of late, and what to change about the slow ones',
  positional: '',
  positionals: [0, 0],
  options: { json },
  run: (cli, call) =>
    withApp(cli, { mirrorOnly: true }, async (app) => {
      const { state } = app;
      const { note, lanes } = autotuneView(viewContext(cli, app), state);
      if (call.flag('json')) {
        const tuning = Object.values(state.loops)
          .findLast(({ tunings = [] }) => tunings.length > 0)
          ?.tunings?.at(-1);
        cli.terminal.out(JSON.stringify({ note, lanes, tuning: tuning ?? null }));
        return exit.done;
      }
      cli.terminal.out(note);
      for (const { lane, seconds, threshold, failures, words } of lanes) {
        const times = `${seconds.join(' ')} s${threshold === null ? '' : ` (> ${threshold} s)`}`;
        cli.terminal.out(printable([lane, times, failures, words].filter((part) => part !== '').join('  ')));
      }
      return exit.done;
    }),
};
