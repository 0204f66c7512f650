import { exit } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { taskRun } from '../taskRun.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const abandon: Verb = {
  name: 'abandon',
  summary: 'Give up the newest run of a task; its branch stays',
  positional: 'T',
  positionals: [1, 1],
  options: { json },
  run: async (cli, call) => {
    const refused = needPerson(cli, 'abandon');
    if (refused) return fail(cli, refused, exit.blocked);
    return withApp(cli, { mirrorOnly: true }, async (app) => {
      const found = taskRun(app.state, call.positionals[0] ?? '');
      if (!found.ok) return fail(cli, found.error, exit.blocked);
      const { id, task, branch } = found.value;
      const done = await app.dispatch({ type: 'abandonRun', run: id }, cli.actor);
      if (!done.ok) return fail(cli, done.error, exit.blocked);
      if (call.flag('json'))
        cli.terminal.out(JSON.stringify({ task: task.id, run: id, branch, decision: 'abandoned' }));
      else cli.terminal.out(cli.t('{task} is given up. Its branch {branch} stays.', { task: task.id, branch }));
      return exit.done;
    });
  },
};
