import { ok } from '../../base/result.ts';
import { branchHygiene } from '../../core/branch/hygiene.ts';
import { closedIssues } from '../../core/ship/checkBody.ts';
import { readInput } from '../fileFlags.ts';
import { reportOptions, runReport } from '../findingsReport.ts';
import { issueOption, readIssue } from '../issueOption.ts';
import { taskOption } from '../taskOption.ts';
import type { Verb } from '../verb.ts';

export const branchIssueHygiene: Verb = {
  name: 'branch-issue-hygiene',
  summary: 'Say whether branch, issue, task and pull request text belong together',
  positional: '',
  positionals: [0, 0],
  options: {
    branch: { kind: 'text', value: 'NAME', summary: 'The branch; the one that is checked out otherwise' },
    issue: issueOption,
    body: { kind: 'text', value: 'FILE', summary: 'The pull request text' },
    task: taskOption,
    ...reportOptions,
  },
  run: (cli, call) =>
    runReport(cli, call, async (look) => {
      const branch = call.text('branch') ?? look.facts.branch ?? 'HEAD';
      const issue = readIssue(call, branch);
      if (!issue.ok) return issue;
      const [given, task] = [call.text('body'), call.text('task')];
      const read = await readInput(cli, look, '--body', given);
      if (!read.ok && read.error.code !== 'cli.fileMissing') return read;
      const text = read.ok && read.value !== null ? { closes: closedIssues(read.value) } : null;
      const body = read.ok ? text : 'missing';
      const findings = branchHygiene({ branch, issue: issue.value, task, body }).map((one) => ({ problem: one }));
      return ok({
        title: 'Branch and Issue Hygiene',
        facts: [
          { name: 'branch', value: branch },
          ...(task === null ? [] : [{ name: 'task' as const, value: task }]),
          { name: 'issue', value: issue.value ?? '-' },
          { name: 'text', value: given === null ? '-' : look.privacy.displayPath(given) },
        ],
        findings,
        data: { branch, task, issue: issue.value, body: given, result: findings.length > 0 ? 'fail' : 'pass' },
      });
    }),
};
