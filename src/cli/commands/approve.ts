import { shortCommit } from '../../app/views/words.ts';
import { exit } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { nextCommands } from '../summary.ts';
import { taskRun } from '../taskRun.ts';
import { fail } from '../tell.ts';
import { problem } from '../../base/problem.ts';
import { json, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const approve: Verb = {
  name: 'approve',
  summary: 'Approve exactly the commit that waits behind an open gate',
  positional: 'T',
  positionals: [1, 1],
  options: {
    head: { kind: 'text', value: 'COMMIT', summary: 'Only if this is still the commit' },
    json,
  },
  run: async (cli, call) => {
    const refused = needPerson(cli, 'approve');
    if (refused) return fail(cli, refused, exit.blocked);
    return withApp(cli, { mirrorOnly: true }, async (app) => {
      const found = taskRun(app.state, call.positionals[0] ?? '');
      if (!found.ok) return fail(cli, found.error, exit.blocked);
      const head = found.value.change?.head ?? '';
      const wanted = call.text('head');
      if (wanted !== null && (wanted.length < 7 || !head.startsWith(wanted.toLowerCase())))
        return fail(
          cli,
          problem(
            'packet.stale',
            "Can't approve {task}: it is at {head} now, not at what you looked at. Open the packet again.",
            {
              task: found.value.task.id,
              head: shortCommit(head) || '-',
            },
          ),
          exit.blocked,
        );
      const done = await app.dispatch({ type: 'approve', run: found.value.id, head }, cli.actor);
      if (!done.ok) {
        fail(cli, done.error, exit.blocked);
        if (done.error.code === 'packet.gateClosed')
          cli.terminal.err(cli.t('Next: {command}', { command: `${cli.self} gate ${found.value.task.id}` }));
        return exit.blocked;
      }
      const run = app.state.runs[found.value.id] ?? found.value;
      const next = nextCommands(cli, app.facts.controlRoot, app.state, run);
      if (call.flag('json')) {
        cli.terminal.out(JSON.stringify({ task: run.task.id, run: run.id, head, decision: 'approved', next }));
        return exit.done;
      }
      cli.terminal.out(cli.t('{task} is approved at {commit}.', { task: run.task.id, commit: shortCommit(head) }));
      for (const command of next) cli.terminal.out(cli.t('Next: {command}', { command }));
      return exit.done;
    });
  },
};
