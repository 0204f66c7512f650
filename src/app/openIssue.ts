import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Actor } from '../core/actor.ts';
import { issueKey, openingOf } from '../core/issue/open.ts';
import type { Privacy } from '../core/privacy/privacy.ts';
import type { Orchestrator } from './orchestrator.ts';
import type { Settled } from './settlement.ts';

export interface OpenedIssue {
  readonly number: string;
  /** It was there already: opened before for the same title, or by somebody who asked at the same time. */
  readonly found: boolean;
}

/** Opens an issue by what a person asked for. Asked again with the same title, it answers the same one while that is open. */
export type OpenIssue = (
  issue: { readonly title: string; readonly body: string },
  actor: Actor,
) => Promise<Result<OpenedIssue, Problem>>;

/** An issue is public, so nothing goes there that may not be shown around. */
export const createOpenIssue =
  (deps: {
    readonly privacy: () => Privacy;
    readonly orchestrator: Pick<Orchestrator, 'state'>;
    /** Asks for one effect, and waits for how it ended. */
    readonly settled: Settled;
  }): OpenIssue =>
  async (issue, actor) => {
    if (actor.kind !== 'person')
      return err(
        problem('start.issueByPerson', 'Only a person opens an issue. Name one with --issue, or run this yourself.'),
      );
    const { redact } = deps.privacy();
    const [title, body] = [redact(issue.title), redact(issue.body)];
    const done = await deps.settled(openingOf(title), { type: 'openIssue', title, body }, actor);
    if (!done.ok) return done;
    const opened = deps.orchestrator.state.issues[issueKey(title)];
    if (!opened?.number) throw new Error(`No number is recorded for the issue ${title}`);
    return ok({ number: opened.number, found: opened.found });
  };
