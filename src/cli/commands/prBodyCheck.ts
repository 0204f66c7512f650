import { problem } from '../../base/problem.ts';
import { err, ok } from '../../base/result.ts';
import { checkBody } from '../../core/ship/checkBody.ts';
import { classify } from '../../core/surface/classify.ts';
import { fileOptions, readChangedFiles, readInput } from '../fileFlags.ts';
import { reportOptions, runReport } from '../findingsReport.ts';
import { issueOption, readIssue } from '../issueOption.ts';
import type { Verb } from '../verb.ts';

export const prBodyCheck: Verb = {
  name: 'pr-body-check',
  summary: 'Say what has to be mended in a pull request text',
  positional: '[FILE]',
  positionals: [0, 1],
  options: {
    body: { kind: 'text', value: 'FILE', summary: 'The text, another way to name it' },
    branch: { kind: 'text', value: 'NAME', summary: 'The branch; the one that is checked out otherwise' },
    issue: issueOption,
    ...fileOptions,
    ...reportOptions,
  },
  run: (cli, call) =>
    runReport(cli, call, async (look) => {
      const given = call.positionals[0] ?? call.text('body');
      if (given === null)
        return err(problem('cli.noBody', 'No text was named. Name its file: mam pr-body-check FILE --from-git.'));
      const text = await readInput(cli, look, '--body', given);
      if (!text.ok) return text;
      const changed = await readChangedFiles(cli, look, call);
      if (!changed.ok) return changed;
      const { settings, privacy } = look;
      const branch = call.text('branch') ?? look.facts.branch ?? 'HEAD';
      const issue = readIssue(call, branch);
      if (!issue.ok) return issue;
      const body = text.value ?? '';
      const findings = checkBody(body, {
        issue: issue.value,
        files: changed.value.files,
        surface: classify(changed.value.files, settings['mam.surfaces'], settings['mam.loadBearing']),
        words: Object.values(settings['mam.claims.words']),
        privacy: privacy.audit(body),
      });
      return ok({
        title: 'PR Body Check',
        facts: [
          { name: 'text', value: privacy.displayPath(given) },
          { name: 'branch', value: branch },
          { name: 'issue', value: issue.value ?? '-' },
        ],
        findings,
        data: { text: given, branch, issue: issue.value, result: findings.length > 0 ? 'fail' : 'pass' },
      });
    }),
};
