import { approvedCommit } from '../../core/merged/select.ts';
import { problem } from '../../base/problem.ts';
import { ok } from '../../base/result.ts';
import { shortCommit, shortRef } from '../../app/views/words.ts';
import { exit } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { taskRun } from '../taskRun.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const merge: Verb = {
  name: 'merge',
  summary: 'Fast-forward the base branch to an approved commit',
  positional: 'T',
  positionals: [1, 1],
  options: {
    'delete-branch': {
      kind: 'flag',
      value: '',
      summary: 'Delete the integration branch afterwards, unless something builds on it',
    },
    json,
  },
  run: async (cli, call) => {
    const refused = needPerson(cli, 'merge');
    if (refused) return fail(cli, refused, exit.blocked);
    return withApp(cli, { effects: ['mergeLocally', 'deleteBranch', 'inspectLease'] }, async (app) => {
      const found = taskRun(app.state, call.positionals[0] ?? '');
      if (!found.ok) return fail(cli, found.error, exit.blocked);
      const deletes = call.flag('delete-branch');
      // Merged before, only the branch is left to be dealt with.
      const done =
        deletes && found.value.decision?.merged ? ok(undefined) : await app.mergeLocally(found.value.id, cli.actor);
      if (!done.ok) return fail(cli, done.error, exit.blocked);
      const run = app.state.runs[found.value.id];
      // What counts is what the log says now, not that nobody complained.
      if (!run?.decision?.merged)
        return fail(
          cli,
          problem('merge.notDone', '{task} was not merged. Look at it with mam gate {task}, then try again.', {
            task: found.value.task.id,
          }),
          exit.blocked,
        );
      const asJson = call.flag('json');
      const told = { task: run.task.id, run: run.id, base: run.base?.ref ?? null, head: approvedCommit(run.decision) };
      if (asJson && !deletes) cli.terminal.out(JSON.stringify({ ...told, merged: true, deletedBranch: null }));
      if (!asJson)
        cli.terminal.out(
          cli.t('{base} is at {commit} now: {task} is merged.', {
            base: shortRef(run.base?.ref ?? ''),
            commit: shortCommit(approvedCommit(run.decision)),
            task: run.task.id,
          }),
        );
      if (!deletes) return exit.done;
      const deleted = await app.deleteBranch(run.id, cli.actor);
      // What was merged is told as well where the branch has to stay.
      if (asJson)
        cli.terminal.out(JSON.stringify({ ...told, merged: true, deletedBranch: deleted.ok ? run.branch : null }));
      if (!deleted.ok) return fail(cli, deleted.error, exit.blocked);
      if (!asJson)
        cli.terminal.out(
          cli.t('{branch} is deleted. Its commit is kept below refs/mam/rescue.', { branch: run.branch }),
        );
      return exit.done;
    });
  },
};
