import { resolve } from 'node:path';
import { problem } from '../../base/problem.ts';
import { auditFolder, auditMarkdown, isClean, isMissing } from '../../app/auditFolder.ts';
import { exit } from '../cli.ts';
import { insidePath } from '../insidePath.ts';
import { lookHere } from '../lookHere.ts';
import { printable } from '../paint.ts';
import { reportPath, saveReport } from '../reportFile.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';

const usualFolder = 'reports/agent_loop';

export const audit: Verb = {
  name: 'privacy-audit-output',
  summary: 'Look through the generated reports for what may not be shown around',
  positional: '',
  positionals: [0, 0],
  options: {
    path: { kind: 'text', value: 'DIR', summary: 'Look there, inside the repository; in reports/agent_loop otherwise' },
    out: { kind: 'text', value: 'FILE', summary: 'Write the report there, below reports/agent_loop' },
    json,
  },
  run: async (cli, call) => {
    const look = await lookHere(cli);
    if (!look.ok) return fail(cli, look.error, exit.blocked);
    const { files, privacy } = look.value;
    const { controlRoot } = look.value.facts;
    const given = call.text('path');
    const folder = await insidePath(
      [controlRoot],
      given === null ? resolve(controlRoot, usualFolder) : resolve(cli.cwd, given),
      given ?? usualFolder,
    );
    if (!folder.ok) return fail(cli, folder.error, exit.usage);
    // The usual folder may not be made yet; one that somebody names is there, or is misspelt.
    if (given !== null && (await isMissing(files, folder.value)))
      return fail(
        cli,
        problem('cli.pathMissing', '{path} does not exist. Check how it is spelt.', { path: given }),
        exit.usage,
      );
    const out = call.text('out');
    const report = out === null ? null : reportPath(controlRoot, cli.cwd, out);
    if (report && !report.ok) return fail(cli, report.error, exit.usage);

    const found = await auditFolder(files, folder.value, privacy);
    const target = privacy.displayPath(folder.value);
    const text = auditMarkdown(target, found);
    const result = isClean(found) ? 'pass' : 'fail';
    if (report) {
      const failed = await saveReport(cli, look.value.facts, report.value, text, privacy);
      if (failed !== null) return failed;
    }
    if (call.flag('json')) cli.terminal.out(JSON.stringify({ target, result, ...found }));
    else if (report === null) for (const line of text.trimEnd().split('\n')) cli.terminal.out(printable(line));
    return isClean(found) ? exit.done : exit.blocked;
  },
};
