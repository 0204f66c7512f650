import { isoSeconds, msBetween } from '../../base/clock.ts';
import { fill, problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Doubt } from '../../core/issue/types.ts';
import type { EffectContext, EffectOf, Handler } from './handler.ts';

/** A call may go on for as long as this although whoever made it was killed, in milliseconds. */
const mayTakeMs = 45_000;
const lookEveryMs = 1000;

/**
 * Opens an issue, once. One of the same wish that is open is used; one that somebody began to open, and nobody saw how
 * that ended, is looked for by its mark. When it isn't there a person is told before another one is opened.
 */
export const openIssue: Handler<'openIssue'> = async (effect, context, signal) => {
  const { forge, state } = context;
  const there = await stillOpen(effect, context);
  if (!there.ok) return { kind: 'failed', problem: there.error };
  if (there.value !== null) return { kind: 'openIssue', number: there.value, found: true };
  const doubt = state().issues[effect.issue]?.doubt ?? null;
  if (doubt !== null && doubt.tries > 1) {
    const seen = await lookFor(doubt, context, signal);
    if (!seen.ok) return { kind: 'failed', problem: seen.error };
    if (seen.value !== null) return { kind: 'openIssue', number: seen.value, found: true };
    if (doubt.lost) return { kind: 'failed', problem: unseen(effect.title) };
  }
  const body = `${effect.body.trimEnd()}\n\n${comment(effect.mark)}\n`;
  const opened = await forge.createIssue({ title: effect.title, body });
  return opened.ok
    ? { kind: 'openIssue', number: opened.value, found: false }
    : { kind: 'failed', problem: opened.error };
};

/** Not shown where the issue is read. */
const comment = (mark: string): string => `<!-- mam: ${mark} -->`;

/** The issue that was opened for this before, if it still is open. */
async function stillOpen(
  { known }: EffectOf<'openIssue'>,
  { forge }: EffectContext,
): Promise<Result<string | null, Problem>> {
  if (known === null) return ok(null);
  const state = await forge.issue(known);
  if (state.ok) return ok(state.value === 'open' ? known : null);
  return err(
    problem('issue.notAsked', 'Issue #{issue} has this title, and whether it is open can’t be looked up: {reason}', {
      issue: known,
      reason: fill(state.error.text, state.error.params),
    }),
  );
}

/** The issue with the mark; asks again for as long as the call that was lost may still be under way. */
async function lookFor(
  { mark, since, lost }: Doubt,
  { forge, clock }: EffectContext,
  signal: AbortSignal,
): Promise<Result<string | null, Problem>> {
  for (;;) {
    const found = await forge.findIssue(comment(mark));
    if (!found.ok || found.value !== null || !lost) return found;
    if (signal.aborted || msBetween(since, isoSeconds(clock.now())) > mayTakeMs) return found;
    await new Promise<void>((resolve) => void clock.after(lookEveryMs, resolve));
  }
}

const unseen = (title: string): Problem =>
  problem(
    'issue.unseen',
    'Nobody saw whether the issue “{title}” was opened, and the forge lists none of it now. Look there, and name it with --issue; where it is missing, ask for it again.',
    { title },
  );
