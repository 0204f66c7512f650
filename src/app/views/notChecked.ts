import type { Run } from '../../core/loop/types.ts';
import { sentence, type ViewContext } from './viewContext.ts';

/** What nobody looked at before a person decides; never empty, since no machine stands for all platforms. */
export const notChecked = (ctx: ViewContext, run: Run): readonly string[] => [
  ...(run.checks.length === 0 ? [ctx.t('tests (no check named)')] : []),
  ...(run.gate?.rules ?? [])
    .filter((rule) => rule.outcome === 'pending')
    .flatMap((rule) => rule.missing.map((one) => sentence(ctx, one))),
  ctx.t('other platforms than this one'),
];
