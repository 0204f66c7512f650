import type { Job, Usage } from '../../core/job/types.ts';
import { phrase } from './words.ts';
import type { ViewContext } from './viewContext.ts';

/** All that these words need of their reader. */
type Reader = Pick<ViewContext, 't'>;

/** What a lane used, as far as its agent told; null while it works, and where it told nothing. */
export const usageOf = ({ ended }: Job): Usage | null =>
  ended === undefined || ended.outcome.kind === 'interrupted' ? null : (ended.outcome.usage ?? null);

/** `940`, `12k`, `1.3M`: as exact as a person looks at it. */
export const shortCount = (count: number): string => {
  if (count < 1000) return String(count);
  return count < 1_000_000 ? `${Math.round(count / 1000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
};

/** `12k tokens in, 840 out · $0.04`. */
export const usageWords = (ctx: Reader, { inputTokens, outputTokens, costUsd }: Usage): string =>
  phrase(
    ctx.t('{input} tokens in, {output} out', { input: shortCount(inputTokens), output: shortCount(outputTokens) }),
    costUsd === undefined ? null : `$${costUsd.toFixed(2)}`,
  );

/** What all lanes of a run cost together, in tokens where their agents name no price; empty when none told anything. */
export function costOf(ctx: Reader, jobs: readonly Job[]): string {
  const used = jobs.flatMap((job) => usageOf(job) ?? []);
  const usd = used.reduce((sum, one) => sum + (one.costUsd ?? 0), 0);
  if (usd > 0) return `$${usd.toFixed(2)}`;
  const tokens = used.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0);
  return tokens > 0 ? ctx.t('{count} tokens', { count: shortCount(tokens) }) : '';
}

/** By agent, what its lanes of a run used: `codex: 12k tokens in, 840 out`. */
export function usageLines(ctx: Reader, jobs: readonly Job[]): readonly string[] {
  const sums = new Map<string, Usage>();
  for (const job of jobs) {
    const used = usageOf(job);
    if (used !== null) sums.set(job.agent, sumOf(sums.get(job.agent), used));
  }
  return [...sums].map(([agent, usage]) => `${agent}: ${usageWords(ctx, usage)}`);
}

const sumOf = (before: Usage | undefined, { inputTokens, outputTokens, costUsd }: Usage): Usage => {
  const cost = before?.costUsd === undefined ? costUsd : before.costUsd + (costUsd ?? 0);
  return {
    inputTokens: (before?.inputTokens ?? 0) + inputTokens,
    outputTokens: (before?.outputTokens ?? 0) + outputTokens,
    ...(cost === undefined ? {} : { costUsd: cost }),
  };
};
