import { isUnchecked } from '../../core/gate/rules/checks.ts';
import { rules } from '../../core/gate/rules/index.ts';
import type { RuleResult } from '../../core/gate/types.ts';
import type { Run } from '../../core/loop/types.ts';
import type { GateRow, GateTable, Mark } from '../../protocol/webview.ts';
import { gatePhrase, outcomeIcon, outcomeWord } from './gateWords.ts';
import { shortCommit } from './words.ts';
import { sentence, type ViewContext } from './viewContext.ts';

/** A digest is proof as well, but nobody reads more of it than its beginning. */
const readable = (proof: string): string => (/^[0-9a-f]{12,}$/.test(proof) ? shortCommit(proof) : proof);

const ruleTitle = (ctx: ViewContext, id: string): string => {
  const title = rules.find((rule) => rule.id === id)?.title;
  return title === undefined ? id : ctx.t(title);
};

const ruleMark = (ctx: ViewContext, result: RuleResult): Mark => {
  const { outcome } = result;
  if (isUnchecked(result)) return { words: ctx.t('no check named'), icon: 'circle-outline', tone: 'muted' };
  return {
    words: outcomeWord(ctx, outcome),
    icon: outcomeIcon[outcome],
    tone: outcome === 'pass' ? 'good' : outcome === 'fail' ? 'bad' : 'muted',
  };
};

const gateRow = (ctx: ViewContext, run: Run, result: RuleResult): GateRow => ({
  rule: result.rule,
  title: ruleTitle(ctx, result.rule),
  mark: ruleMark(ctx, result),
  proof: isUnchecked(result) ? '' : readable(result.proof),
  commit: run.change === null ? '' : shortCommit(run.change.head),
  missing: result.missing.map((one) => sentence(ctx, one)),
});

export const gateMark = (ctx: ViewContext, run: Run): Mark => {
  if (run.gate === null) return { words: ctx.t('not judged yet'), icon: 'circle-outline', tone: 'muted' };
  return run.gate.open
    ? { words: gatePhrase(ctx, run.gate), icon: 'pass', tone: 'good' }
    : { words: gatePhrase(ctx, run.gate), icon: 'circle-slash', tone: 'none' };
};

/** One task's gate as a table: rule by outcome, proof and commit. */
export const gateTable = (ctx: ViewContext, run: Run): GateTable => ({
  run: run.id,
  task: run.task.id,
  title: run.task.title,
  mark: gateMark(ctx, run),
  rows: (run.gate?.rules ?? []).map((result) => gateRow(ctx, run, result)),
});
