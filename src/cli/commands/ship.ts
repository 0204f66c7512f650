import { problem } from '../../base/problem.ts';
import { openShip, shipsOf } from '../../core/ship/shipsOf.ts';
import { exit } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { taskRun } from '../taskRun.ts';
import { fail, words } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const ship: Verb = {
  name: 'ship',
  summary: 'Show how the last ship command of a task ended, or say it where nobody saw it',
  positional: 'T',
  positionals: [1, 1],
  options: {
    answer: { kind: 'text', value: 'shipped|failed', summary: 'What a ship command did whose end nobody saw' },
    json,
  },
  run: async (cli, call) => {
    const answer = call.text('answer');
    if (answer !== null && answer !== 'shipped' && answer !== 'failed')
      return fail(
        cli,
        problem('cli.badAnswer', '{answer} is no answer. Write --answer shipped or --answer failed.', { answer }),
        exit.usage,
      );
    const refused = answer === null ? null : needPerson(cli, 'ship --answer');
    if (refused) return fail(cli, refused, exit.blocked);
    return withApp(cli, { mirrorOnly: true }, async (app) => {
      const { terminal, t } = cli;
      const run = taskRun(app.state, call.positionals[0] ?? '');
      if (!run.ok) return fail(cli, run.error, exit.blocked);
      const task = run.value.task.id;
      // Whatever was shipped since, the one that nobody saw end is what a person has to look at.
      const found = openShip(app.state, task) ?? shipsOf(app.state, task).at(-1);
      if (!found)
        return fail(
          cli,
          problem('ship.never', 'Nothing of {task} was ever shipped. Ship it with mam active-loop --execute.', {
            task,
          }),
          exit.blocked,
        );
      if (answer !== null) {
        const done = await app.dispatch({ type: 'answerShip', ship: found.id, outcome: answer }, cli.actor);
        if (!done.ok) return fail(cli, done.error, exit.blocked);
      }
      const now = app.state.ships[found.id] ?? found;
      if (call.flag('json')) terminal.out(JSON.stringify(now));
      else {
        const outcome = {
          shipped: () => terminal.paint.good(t('{task} was shipped from {branch}.', { task, branch: now.branch })),
          failed: () => terminal.paint.bad(t('{task} was not shipped.', { task })),
          unknown: () => terminal.paint.bad(t('Nobody saw whether {task} was shipped.', { task })),
          'under-way': () => t('{task} is being shipped.', { task }),
        }[now.outcome];
        terminal.out(outcome());
        if (now.problem && now.outcome !== 'shipped') terminal.out(words(cli, now.problem));
        for (const line of now.tail.trim().split('\n')) if (line !== '') terminal.out(`  ${printable(line)}`);
      }
      return now.outcome === 'shipped' ? exit.done : exit.blocked;
    });
  },
};
