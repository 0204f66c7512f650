import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { branchNameProblem } from '../core/branch/branchName.ts';
import { parseIssue } from '../core/branch/issue.ts';
import { parseMix } from '../core/mix/parse.ts';
import type { Call } from './verb.ts';
import { isTaskId } from '../core/task/taskId.ts';

/** The options of a tick that need no look at the repository. */
export interface TickOptions {
  readonly execute: boolean;
  readonly task: string | null;
  readonly issue: string | null;
  readonly branch: string | null;
  readonly leaseTtlMs: number | null;
}

const minute = 60_000;

/** Checks them; the problem names the first one that can't be, and what it may be. */
export function readTickOptions(call: Call): Result<TickOptions, Problem> {
  const wrong = wrongOption(call);
  if (wrong) return err(wrong);
  const [issue, ttl] = [call.text('issue'), call.text('lease-ttl-minutes')];
  return ok({
    execute: call.flag('execute'),
    task: call.text('task'),
    issue: issue === null ? null : parseIssue(issue),
    branch: call.text('branch'),
    leaseTtlMs: ttl === null ? null : Number(ttl) * minute,
  });
}

function wrongOption(call: Call): Problem | null {
  for (const [name, check] of Object.entries(checks)) {
    const value = call.text(name);
    const found = value === null ? null : check(value);
    if (found) return found;
  }
  return call.flag('dry-run') && call.flag('execute')
    ? problem('cli.dryAndExecute', 'Give --dry-run or --execute, not both.')
    : null;
}

const checks: Readonly<Record<string, (value: string) => Problem | null>> = {
  mode: (value) =>
    value === 'full-ship'
      ? null
      : problem('cli.badMode', '--mode can only be full-ship, and {value} is something else.', { value }),
  task: (value) =>
    isTaskId(value)
      ? null
      : problem('cli.badTask', '{task} is no task id. One looks like T-2026-0001.', { task: value }),
  issue: (value) =>
    parseIssue(value) === null
      ? problem('cli.badIssue', '--issue takes the number of an issue, and {value} is none.', { value })
      : null,
  // A branch that nothing ships from may be named: the tick itself says so.
  branch: (value) => branchNameProblem(value, true),
  'lease-ttl-minutes': (value) =>
    /^[1-9]\d{0,4}$/.test(value)
      ? null
      : problem('cli.badTtl', '--lease-ttl-minutes takes a whole number from 1 on, and {value} is none.', { value }),
  'agent-mix': (value) => {
    const mix = parseMix(value);
    return mix.ok ? null : mix.error;
  },
};
