import { problem, type Problem } from '../../base/problem.ts';
import { checkBody } from '../../core/ship/checkBody.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { Places } from '../places.ts';
import type { Files } from '../ports/files.ts';
import { publicText } from '../publicText.ts';
import type { ReportFacts } from '../reports/facts.ts';
import { isOwnDraft, prBodyDraft } from '../reports/prBody.ts';
import type { GivenText } from '../tick/request.ts';
import { bodyPathOf } from './request.ts';

export interface PreparedBody {
  /** What a tick may use; null when nothing may. */
  readonly body: GivenText | null;
  readonly warnings: readonly Problem[];
}

/**
 * The text of the pull request. One that is not there is drafted, and a draft of MAM's that has findings is drafted anew;
 * a text that a person wrote is never written over, and nothing is written outside the reports.
 */
export async function preparePrBody(
  given: GivenText | null,
  facts: ReportFacts,
  deps: {
    readonly files: Pick<Files, 'read' | 'write'>;
    readonly places: Places;
    readonly privacy: Privacy;
    /** The source root relative to the control root. */
    readonly worktree: string;
    readonly shownPath: (path: string) => string;
  },
): Promise<PreparedBody> {
  const { files, places, privacy } = deps;
  const usualPath = bodyPathOf(facts.branch, deps.worktree);
  const path = given?.path ?? usualPath;
  const isUsual = given === null || path === usualPath;
  const read = given === null ? await files.read(`${places.controlRoot}/${usualPath}`) : null;
  if (read && !read.ok) return { body: null, warnings: [read.error] };
  const text = given?.text ?? read?.value ?? null;
  const findings = (body: string): number =>
    checkBody(body, { ...facts, words: facts.claimWords, privacy: privacy.audit(body) }).length;
  const own = text !== null && isOwnDraft(text);
  const draft = text === null || (own && facts.issue !== null && findings(text) > 0);
  if (!draft) return usable({ path, text }, facts, []);
  if (!isUsual) return usable({ path, text }, facts, [missing(path, usualPath)]);
  const fresh = publicText(path, prBodyDraft(facts), privacy);
  // What can't be mended by drafting, such as a private surface, is told by the tick.
  if (fresh === text) return usable({ path, text }, facts, []);
  const written = await files.write(`${places.controlRoot}/${usualPath}`, fresh);
  if (!written.ok) return { body: null, warnings: [written.error] };
  return usable({ path, text: fresh }, facts, [
    problem('start.bodyDrafted', '{file} is a draft. Read it, complete it, and remove its first line.', {
      file: deps.shownPath(path),
    }),
  ]);
}

/** Without an issue there is nothing that the text could close. */
const usable = (body: GivenText, { issue }: ReportFacts, warnings: readonly Problem[]): PreparedBody =>
  issue === null
    ? {
        body: null,
        warnings: [
          ...warnings,
          problem('start.bodyUnused', 'No issue is known, so {file} proves nothing yet and is left out.', {
            file: body.path,
          }),
        ],
      }
    : { body, warnings };

const missing = (file: string, usual: string): Problem =>
  problem(
    'start.bodyElsewhere',
    'There is no {file}, and drafts are only written to {usual}. Leave --pr-body out to have one.',
    {
      file,
      usual,
    },
  );
