import { problem } from '../../base/problem.ts';
import type { Run } from '../../core/loop/types.ts';
import { currentLoop } from '../../app/views/select.ts';
import { isMergedAnew } from '../../core/merged/approved.ts';
import { exit } from '../cli.ts';
import { isOver } from '../followLoop.ts';
import { needPerson } from '../needPerson.ts';
import { runToEnd } from '../runToEnd.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';

export const resume: Verb = {
  name: 'resume',
  summary: 'Go on with everything that stopped, and follow it to its end',
  positional: '',
  positionals: [0, 0],
  exitCodes: 'Exit codes: 0 done, 1 blocked, 2 wrong usage, 130 interrupted, 143 ended from outside.',
  options: {
    loop: { kind: 'text', value: 'ID', summary: 'This loop alone' },
    yes: { kind: 'flag', value: '', summary: 'Allow the checks of the tasks without asking' },
    json: { ...json, summary: 'Print every event as a line of JSON, and a summary as the last line' },
  },
  run: async (cli, call) => {
    const refused = needPerson(cli, 'resume');
    if (refused) return fail(cli, refused, exit.blocked);
    const opened = await cli.open({ effects: 'all' });
    if (!opened.ok) return fail(cli, opened.error, exit.blocked);
    const app = opened.value;
    const asJson = call.flag('json');
    const only = call.text('loop');
    const since = app.state.seq;
    // An answered task goes on whichever loop it belongs to; what had ended before is no news.
    const over = new Set(
      Object.values(app.state.runs)
        .filter((run) => run.phase === 'ended')
        .map((run) => run.id),
    );
    const done = app.problem
      ? { ok: false as const, error: app.problem }
      : await app.dispatch({ type: 'resumeLoop', ...(only === null ? {} : { loop: only }) }, cli.actor);
    const loop = only === null ? currentLoop(app.state) : (app.state.loops[only] ?? null);
    const lifted = done.ok ? done.value.flatMap((event) => (event.type === 'limitLifted' ? [event.agent] : [])) : [];
    if (lifted.length > 0 && (loop === null || loop.state === 'ended')) {
      await app.close();
      if (asJson) cli.terminal.out(JSON.stringify({ lifted }));
      else
        cli.terminal.out(
          cli.t('The usage limit of {agents} counts as lifted. Start again what it held up.', {
            agents: lifted.join(', '),
          }),
        );
      return exit.done;
    }
    // A loop that runs already, here after a crash or in another window, needs no leave to be followed.
    const runs = !done.ok && done.error.code === 'loop.running';
    if (loop === null || (!done.ok && !runs)) {
      await app.close();
      return fail(
        cli,
        done.ok ? problem('loop.none', 'There is no loop to resume. Start one.') : done.error,
        exit.blocked,
      );
    }
    const followed = {
      loop: loop.id,
      // One that was approved is taken up again where its base moved.
      has: (run: Run) =>
        (!over.has(run.id) || run.phase !== 'ended' || isMergedAnew(app.state, run)) &&
        (only === null || run.loop === only),
    };
    if (app.role === 'mirror' && app.owner && !isOver(app.state, followed))
      cli.terminal.err(cli.t('{owner} runs the work; this terminal follows it.', { owner: app.owner.label }));
    const answers = call.flag('yes') ? 'yes' : cli.terminal.interactive && !asJson ? 'ask' : 'leave';
    return runToEnd(cli, app, { followed, since, json: asJson, answers, own: only !== null });
  },
};
