import type { Job, Usage } from '../../core/job/types.ts';
import type { State } from '../../core/state.ts';
import type { UsagePage, UsageRow } from '../../protocol/dashboardParts.ts';
import { heldLines } from './limitWords.ts';
import { shortCount, usageOf } from './usageWords.ts';
import type { ViewContext } from './viewContext.ts';

/** Tasks that have a row; the dearest of them. */
const mostTasks = 100;

/** What some lanes used together, and how many of them told it. */
class Sum {
  lanes = 0;
  told = 0;
  priced = 0;
  input = 0;
  output = 0;
  usd = 0;

  add(used: Usage | null): void {
    this.lanes += 1;
    if (used === null) return;
    this.told += 1;
    this.input += used.inputTokens;
    this.output += used.outputTokens;
    if (used.costUsd === undefined) return;
    this.priced += 1;
    this.usd += used.costUsd;
  }

  get tokens(): number {
    return this.input + this.output;
  }
}

/** By name, what the ended lanes used; one that works has not told yet. */
const sumsBy = (jobs: readonly Job[], nameOf: (job: Job) => string): ReadonlyMap<string, Sum> => {
  const sums = new Map<string, Sum>();
  for (const job of jobs.filter(({ ended }) => ended !== undefined)) {
    const name = nameOf(job);
    const sum = sums.get(name) ?? new Sum();
    sums.set(name, sum);
    sum.add(usageOf(job));
  }
  return sums;
};

const rowOf = ({ t }: ViewContext, name: string, sum: Sum): UsageRow => {
  const silent = t('not told');
  const untold = sum.lanes - sum.told;
  return {
    name,
    lanes: untold === 0 ? String(sum.lanes) : t('{lanes}, {untold} told nothing', { lanes: sum.lanes, untold }),
    input: sum.told === 0 ? silent : shortCount(sum.input),
    output: sum.told === 0 ? silent : shortCount(sum.output),
    cost:
      sum.priced === 0
        ? silent
        : `$${sum.usd.toFixed(2)}${sum.priced < sum.lanes ? ` ${t('for {priced} of {lanes}', { priced: sum.priced, lanes: sum.lanes })}` : ''}`,
  };
};

/** What lanes used as far as their agents told it, and which agents are limited. */
export const usageView = (ctx: ViewContext, state: State): UsagePage => {
  const jobs = Object.values(state.runs).flatMap((run) => run.jobs.map((job) => ({ job, task: run.task.id })));
  const tasks = new Map(jobs.map(({ job, task }) => [job.id, task]));
  const all = jobs.map(({ job }) => job);
  const rowsOf = (sums: ReadonlyMap<string, Sum>): readonly UsageRow[] =>
    [...sums]
      .toSorted(([, a], [, b]) => b.usd - a.usd || b.tokens - a.tokens)
      .map(([name, sum]) => rowOf(ctx, name, sum));
  const byTask = rowsOf(sumsBy(all, ({ id }) => tasks.get(id) ?? ''));
  const more = byTask.length - mostTasks;
  return {
    limits: heldLines(ctx, state),
    agents: rowsOf(sumsBy(all, ({ agent }) => agent)),
    tasks: byTask.slice(0, mostTasks),
    more: more > 0 ? ctx.t('{count} more {count|task|tasks} used less.', { count: more }) : '',
  };
};
