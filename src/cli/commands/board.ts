import { boardView } from '../../app/views/board.ts';
import { loopFacts } from '../../app/views/loopFacts.ts';
import { currentLoop } from '../../app/views/select.ts';
import type { App } from '../../app/app.ts';
import { boardLines } from '../boardLines.ts';
import { exit, type Cli } from '../cli.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { viewContext } from '../viewContext.ts';
import { withApp } from '../withApp.ts';

export const board: Verb = {
  name: 'board',
  summary: 'Show every task where it stands, with the lanes that work on it',
  positional: '',
  positionals: [0, 0],
  options: {
    watch: { kind: 'flag', value: '', summary: 'Show it again whenever something moves, until Ctrl-C' },
    json,
  },
  run: (cli, call) =>
    withApp(cli, { mirrorOnly: true }, async (app) => {
      await app.refresh();
      if (call.flag('watch')) return watchBoard(cli, app, call);
      for (const line of linesOf(cli, app, call)) cli.terminal.out(line);
      return exit.done;
    }),
};

function linesOf(cli: Cli, app: App, call: Call): readonly string[] {
  const ctx = viewContext(cli, app);
  const loop = currentLoop(app.state);
  const facts = loop === null ? [] : loopFacts(ctx, app.state, loop);
  const columns = boardView(ctx, app.state);
  if (!call.flag('json')) return boardLines(cli.t, { facts, columns });
  const about = loop && { id: loop.id, state: loop.state, outcome: loop.outcome };
  return [JSON.stringify(app.privacy.redactValue({ seq: app.state.seq, loop: about, facts, columns }))];
}

/** How soon after one picture the next may follow, in milliseconds. */
const restMs = 500;

function watchBoard(cli: Cli, app: App, call: Call): Promise<number> {
  const { terminal } = cli;
  return new Promise((resolve) => {
    let shown = '';
    let timer: NodeJS.Timeout | undefined;
    const show = (): void => {
      timer = undefined;
      const lines = linesOf(cli, app, call);
      const text = lines.join('\n');
      // What moved may be nothing that the board shows.
      if (text === shown) return;
      if (shown !== '' && !call.flag('json')) terminal.out('');
      shown = text;
      for (const line of lines) terminal.out(line);
    };
    const listening = app.onDidChange(() => void (timer ??= setTimeout(show, restMs)));
    const release = terminal.onInterrupt((signal) => {
      clearTimeout(timer);
      listening.dispose();
      release();
      resolve(signal === 'SIGINT' ? exit.interrupted : exit.terminated);
    });
    show();
  });
}
