import { laneRules } from '../../app/laneRules.ts';
import { queuePlanData, queuePlanMarkdown } from '../../app/reports/queuePlan.ts';
import { queuePlan, type PlannedTask } from '../../core/queue/plan.ts';
import { exit, type Cli } from '../cli.ts';
import { countOf } from '../loop/countOf.ts';
import { printable } from '../paint.ts';
import { reportPath, saveReport } from '../reportFile.ts';
import { createSettings } from '../settings.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

const usualItems = 12;

export const queuePlanVerb: Verb = {
  name: 'queue-plan',
  summary: 'Show which tasks of the queue may be worked on at once, and what they wait for',
  positional: '',
  positionals: [0, 0],
  options: {
    'max-items': { kind: 'text', value: 'N', summary: 'Show at most so many tasks; 12 unless said' },
    out: { kind: 'text', value: 'FILE', summary: 'Write the report there, below reports/agent_loop' },
    json,
  },
  run: async (cli, call) => {
    const most = countOf(call, 'max-items', 1);
    if (!most.ok) return fail(cli, most.error, exit.usage);
    const { settings } = createSettings(cli.env, {});
    return withApp(cli, { mirrorOnly: true }, async (app) => {
      await app.refresh();
      const [unread] = app.state.queue.tasks.length === 0 ? app.state.queue.problems : [];
      if (unread) return fail(cli, unread, exit.blocked);
      const rules = laneRules(settings);
      const all = queuePlan(app.state, rules);
      const plan = all.slice(0, most.value ?? usualItems);
      const more = all.length - plan.length;
      const out = call.text('out');
      if (out !== null) {
        const path = reportPath(app.facts.controlRoot, cli.cwd, out);
        if (!path.ok) return fail(cli, path.error, exit.usage);
        const failed = await saveReport(cli, app.facts, path.value, queuePlanMarkdown(plan, more), app.privacy);
        if (failed !== null) return failed;
      }
      if (call.flag('json')) cli.terminal.out(JSON.stringify(app.privacy.redactValue(queuePlanData(plan))));
      else if (out === null) for (const one of plan) cli.terminal.out(line(cli, one));
      // Beside the answer, which programs take as it stands.
      if (more > 0)
        cli.terminal.err(
          cli.t('{count} more {count|is|are} not shown: --max-items {all} shows all.', {
            count: more,
            all: all.length,
          }),
        );
      return exit.done;
    });
  },
};

function line({ t }: Cli, { task, lane, reason, waits }: PlannedTask): string {
  const facts = [`P${task.priority}`, task.status, lane, t(reason.text, reason.params)];
  const why = waits === null ? '' : ` ${t(waits.text, waits.params)}`;
  return printable(`${task.id}  ${facts.join('  ')}${why}  ${task.title}`);
}
