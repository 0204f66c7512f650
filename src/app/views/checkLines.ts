import type { Check, CheckResult } from '../../core/evidence/types.ts';
import type { Mark, PacketLine } from '../../protocol/webview.ts';
import { bad, good, line, open } from './packetLines.ts';
import { noProof } from './proofWords.ts';
import { duration, phrase } from './words.ts';
import type { ViewContext } from './viewContext.ts';

/** Not run is one that could not be started, or one that comes after the first that did not pass. */
const notRun = (ctx: ViewContext, result: CheckResult, stopper: CheckResult | undefined): Mark =>
  stopper === undefined || stopper.check.line === result.check.line
    ? bad(ctx.t('could not be started'))
    : open(
        stopper.outcome === 'failed'
          ? ctx.t('not run, since {check} failed', { check: stopper.check.line })
          : ctx.t('not run, since {check} did not pass', { check: stopper.check.line }),
      );

const checkMark = (ctx: ViewContext, result: CheckResult, stopper: CheckResult | undefined): Mark => {
  const unproven = result.without && noProof(ctx, result.without.outcome);
  if (unproven) return bad(unproven);
  switch (result.outcome) {
    case 'passed':
      return good(result.check.proof ? ctx.t('fails without the change, passes with it') : ctx.t('pass'));
    case 'failed':
      if (result.check.proof && result.exitCode === 0) return bad(ctx.t('passes without the change: no proof'));
      return bad(ctx.t('failed, exit code {code}', { code: result.exitCode ?? '-' }));
    case 'timed-out':
      return bad(ctx.t('stopped: took too long'));
    case 'not-run':
      return notRun(ctx, result, stopper);
  }
};

/** Each check with what came of it on one commit. */
export const checkLines = (
  ctx: ViewContext,
  named: readonly Check[],
  all: readonly CheckResult[],
  commit: string | undefined,
): readonly PacketLine[] => {
  const own = all.filter((result) => result.head === commit);
  const results = named.map((check) => own.findLast((one) => one.check.line === check.line));
  const stopper = results.find((result) => result !== undefined && result.outcome !== 'passed');
  return named.map((check, i) => {
    const result = results[i];
    if (result === undefined) return line(check.line, open(ctx.t('not run on this commit yet')));
    const time = result.outcome === 'not-run' ? '' : duration(ctx, result.durationMs);
    return line(phrase(check.line, time), checkMark(ctx, result, stopper), result.tail);
  });
};
