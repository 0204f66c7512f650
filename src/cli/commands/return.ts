import { exit } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { taskRun } from '../taskRun.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { whoGoesOn } from '../whoGoesOn.ts';
import { withApp } from '../withApp.ts';

export const returnTask: Verb = {
  name: 'return',
  summary: 'Send a task back to its writer with comments',
  positional: 'T',
  positionals: [1, 1],
  options: {
    comments: { kind: 'text', value: 'TEXT', summary: 'What should be different; it becomes part of the next brief' },
    json,
  },
  run: async (cli, call) => {
    const refused = needPerson(cli, 'return');
    if (refused) return fail(cli, refused, exit.blocked);
    return withApp(cli, { mirrorOnly: true }, async (app) => {
      const found = taskRun(app.state, call.positionals[0] ?? '');
      if (!found.ok) return fail(cli, found.error, exit.blocked);
      const done = await app.dispatch(
        { type: 'returnRun', run: found.value.id, comments: call.text('comments') ?? '' },
        cli.actor,
      );
      if (!done.ok) return fail(cli, done.error, exit.blocked);
      if (call.flag('json')) {
        const { id, task } = found.value;
        const owner = app.owner?.label ?? null;
        const next = owner === null ? [`${cli.self} resume`] : [];
        cli.terminal.out(JSON.stringify({ task: task.id, run: id, decision: 'returned', owner, next }));
        return exit.done;
      }
      cli.terminal.out(cli.t('{task} goes back to its writer.', { task: found.value.task.id }));
      cli.terminal.out(whoGoesOn(cli, app));
      return exit.done;
    });
  },
};
