import { problem, type Problem } from '../base/problem.ts';
import { err, type Result } from '../base/result.ts';
import type { Actor } from '../core/actor.ts';
import type { Forge } from './ports/forge.ts';

/** Opens an issue and answers its number. An issue is public, so nothing goes there that may not be shown around. */
export async function openIssue(
  { title, body }: { readonly title: string; readonly body: string },
  deps: {
    readonly forge: Pick<Forge, 'createIssue'>;
    readonly redact: (text: string) => string;
    readonly actor: Actor;
  },
): Promise<Result<string, Problem>> {
  if (deps.actor.kind !== 'person')
    return err(
      problem('start.issueByPerson', 'Only a person opens an issue. Name one with --issue, or run this yourself.'),
    );
  return deps.forge.createIssue({ title: deps.redact(title), body: deps.redact(body) });
}
