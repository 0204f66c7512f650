import { gateFacts } from '../../core/gate/facts.ts';
import { merged } from '../../core/gate/rules/merged.ts';
import { mergedOn } from '../../core/merged/select.ts';
import type { MergedResult } from '../../core/merged/types.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import type { PacketLine } from '../../protocol/webview.ts';
import { checkLines } from './checkLines.ts';
import { bad, good, line, open } from './packetLines.ts';
import { lapsedWords } from './mergeWords.ts';
import { shortCommit, shortRef } from './words.ts';
import { sentence, type ViewContext } from './viewContext.ts';

/** What would be on the base after a yes, or is on it since one, and what the checks say of exactly that. */
export function mergedLines(ctx: ViewContext, state: State, run: Run): readonly PacketLine[] {
  const { t } = ctx;
  const { base, change, decision } = run;
  if (base === null || change === null) return [line(t('Nothing is committed yet.'))];
  const facts = gateFacts(state, run);
  const before = lapsedWords(ctx, run);
  const was = before === null ? [] : [line(before)];
  const baseNow = decision === null ? facts.baseNow : (decision.landing?.base ?? base.commit);
  const ref = shortRef(base.ref);
  if (baseNow === base.commit)
    return [
      ...was,
      line(
        t('{base} is where the work began, so the merged result is the tree of the head: {tree}.', {
          base: ref,
          tree: shortCommit(change.tree),
        }),
      ),
    ];
  const found = baseNow === null ? null : mergedOn(run, baseNow, change.head);
  if (found) return [...was, ...foundLines(ctx, run, ref, found)];
  const [why] = merged.evaluate(facts).missing;
  return [...was, line(why === undefined ? t('not known yet') : sentence(ctx, why), open(t('not known yet')))];
}

function foundLines(
  ctx: ViewContext,
  run: Run,
  ref: string,
  { base, made, checks }: MergedResult,
): readonly PacketLine[] {
  const { t } = ctx;
  const where = { base: ref, commit: shortCommit(base) };
  switch (made.kind) {
    case 'rewritten':
      return [line(t('{base} at {commit} has another history than the work.', where), bad(t('not merged')))];
    case 'conflict':
      return [line(t('conflicts with {base} at {commit}', where), bad(t('not merged')), made.files.join('\n'))];
    case 'clean':
      return [
        line(
          t('{merge}: merged onto {base} at {commit}, to which it would move forward', {
            ...where,
            merge: shortCommit(made.commit),
          }),
          made.both.length === 0 ? good(t('merges cleanly')) : bad(t('both sides changed the same files')),
          made.both.join('\n'),
        ),
        ...checkLines(ctx, checks, run.results, made.commit),
      ];
  }
}
