import type { Advice } from '../../app/recommend/queueAdvice.ts';
import type { Problem } from '../../base/problem.ts';
import type { AddedTask } from '../../app/queue/queueEdits.ts';
import { backlogData, recommendationData } from '../../app/reports/queueRecommendations.ts';
import { titleKey } from '../../core/queue/titleKey.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { fail } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const queueRecommendations: Verb = {
  name: 'queue-recommendations',
  summary: 'Show which tasks could be put into the queue, and how its backlog stands',
  positional: '',
  positionals: [0, 0],
  options: {
    apply: {
      kind: 'flag',
      value: '',
      summary: 'Put all that MAM recommends into the backlog, except what agents propose',
    },
    promote: {
      kind: 'texts',
      value: 'TITLE|T',
      summary: 'Put this one into the queue as ready, or take this task out of the backlog',
    },
    json,
  },
  run: async (cli, call) => {
    const changes = call.flag('apply') || call.texts('promote').length > 0;
    const refused = changes ? needPerson(cli, 'queue-recommendations') : null;
    if (refused) return fail(cli, refused, exit.blocked);
    return withApp(cli, changes ? { effects: ['editQueue'] } : { mirrorOnly: true }, async (app) => {
      await app.refresh();
      const { queueAdvice } = app;
      const before = await queueAdvice.read();
      const added: AddedTask[] = [];
      const refusals: Problem[] = [];
      for (const what of call.texts('promote')) {
        const done = await queueAdvice.promote(what, cli.actor);
        if (done.ok) added.push(done.value);
        else refusals.push(done.error);
      }
      if (call.flag('apply')) {
        const done = await queueAdvice.apply(cli.actor);
        added.push(...(done.ok ? done.value.tasks.filter((one) => one.added) : []));
        refusals.push(...(done.ok ? done.value.refused : [done.error]));
      }
      const now = changes ? await queueAdvice.read() : before;
      const failed = await queueAdvice.publish(now);
      if (failed) cli.terminal.err(cli.t(failed.text, failed.params));
      if (call.flag('json')) {
        const data = { schema_version: 1, ...asData(before, now, added) };
        cli.terminal.out(JSON.stringify(app.privacy.redactValue(data)));
      } else if (refusals.length === 0 || added.length > 0) tell(cli, call, now, added);
      // What was put in is told beside what was not.
      for (const why of refusals) fail(cli, why, exit.blocked);
      return refusals.length > 0 ? exit.blocked : exit.done;
    });
  },
};

/** What was put into the queue is told with the id that it got. */
function asData(before: Advice, now: Advice, added: readonly AddedTask[]) {
  const ids = new Map(added.map(({ title, task }) => [titleKey(title), task]));
  const applied = before.recommendations.filter(({ title }) => ids.has(titleKey(title)));
  return {
    recommendations: [...applied, ...now.recommendations].map((one) =>
      recommendationData(one, ids.get(titleKey(one.title))),
    ),
    backlog: now.backlog.map(backlogData),
  };
}

function tell({ t, terminal }: Cli, call: Call, now: Advice, added: readonly AddedTask[]): void {
  for (const { task, title } of added) terminal.out(printable(`${task}  ${title}`));
  if (call.flag('apply') && added.length === 0) terminal.out(t('Nothing was added.'));
  if (added.length > 0 || call.flag('apply')) return;
  const { recommendations, backlog, problems } = now;
  if (recommendations.length === 0) terminal.out(t('Nothing is recommended.'));
  for (const { priority, title, lane, reason } of recommendations)
    terminal.out(printable(`P${priority}  ${lane}  ${title}  ${t(reason.text, reason.params)}`));
  for (const { task, next } of backlog)
    terminal.out(printable(`${task.id}  ${t('backlog')}  ${task.title}  ${t(next.text, next.params)}`));
  for (const { text, params } of problems) terminal.err(printable(t(text, params)));
}
