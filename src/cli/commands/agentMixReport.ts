import { mixMarkdown, mixOf } from '../../app/projections/agentMix.ts';
import { exit } from '../cli.ts';
import { reportPath, saveReport } from '../reportFile.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const agentMixReport: Verb = {
  name: 'agent-mix-report',
  summary: 'Compare the work of late with the mix of agents that is wanted',
  positional: '',
  positionals: [0, 0],
  options: {
    out: { kind: 'text', value: 'FILE', summary: 'Write the report there, below reports/agent_loop' },
    json,
  },
  run: (cli, call) =>
    withApp(cli, { mirrorOnly: true }, async (app) => {
      const { controlRoot } = app.facts;
      const out = call.text('out');
      if (out !== null) {
        const path = reportPath(controlRoot, cli.cwd, out);
        if (!path.ok) return fail(cli, path.error, exit.usage);
        const failed = await saveReport(cli, app.facts, path.value, mixMarkdown(app.state), app.privacy);
        if (failed !== null) return failed;
      }
      if (call.flag('json')) cli.terminal.out(JSON.stringify(mixOf(app.state)));
      else if (out === null) cli.terminal.out(mixMarkdown(app.state).trimEnd());
      return exit.done;
    }),
};
