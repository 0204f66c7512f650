import { gateFacts } from '../../core/gate/facts.ts';
import { landingOf } from '../../core/merged/select.ts';
import { entryNow } from '../../core/task/entryNow.ts';
import { shortCommit } from '../../app/views/words.ts';
import { exit } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { nextCommands } from '../summary.ts';
import { taskRun } from '../taskRun.ts';
import { fail, words } from '../tell.ts';
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
      // What is said yes to: the head, or its merge onto a base that moved.
      const commit = landingOf(gateFacts(app.state, found.value))?.commit ?? head;
      const wanted = call.text('head');
      if (wanted !== null && (wanted.length < 7 || ![head, commit].some((one) => one.startsWith(wanted.toLowerCase()))))
        return fail(
          cli,
          problem(
            'packet.stale',
            "Can't approve {task}: it is at {head} now, not at what you looked at. Open the packet again.",
            {
              task: found.value.task.id,
              head: shortCommit(commit) || '-',
            },
          ),
          exit.blocked,
        );
      const entry = entryNow(app.state, found.value);
      const done = await app.dispatch({ type: 'approve', run: found.value.id, head: commit }, cli.actor);
      if (!done.ok) {
        fail(cli, done.error, exit.blocked);
        if (done.error.code === 'packet.gateClosed')
          cli.terminal.err(cli.t('Next: {command}', { command: `${cli.self} gate ${found.value.task.id}` }));
        if (done.error.code === 'packet.merging' && app.owner === null)
          cli.terminal.err(cli.t('Next: {command}', { command: `${cli.self} resume` }));
        return exit.blocked;
      }
      const run = app.state.runs[found.value.id] ?? found.value;
      const next = nextCommands(cli, app.facts.controlRoot, app.state, run);
      if (call.flag('json')) {
        cli.terminal.out(JSON.stringify({ task: run.task.id, run: run.id, head, commit, decision: 'approved', next }));
        return exit.done;
      }
      cli.terminal.out(cli.t('{task} is approved at {commit}.', { task: run.task.id, commit: shortCommit(commit) }));
      // What was approved is what the packet showed, whatever the queue says by now.
      if (entry !== null) cli.terminal.err(words(cli, entry));
      for (const command of next) cli.terminal.out(cli.t('Next: {command}', { command }));
      return exit.done;
    });
  },
};
