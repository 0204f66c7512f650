import { problem, type Problem } from '../../base/problem.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { Role } from '../../core/topology/types.ts';

/** Characters of the longest text that a command takes on every system, whatever they are. */
const mostCharacters = 40_000;

const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * What the workers are told: the assignment of every chosen seat on one line, without anything private. It is what is
 * shown, and what is run.
 */
export function teamText(
  roles: readonly Pick<Role, 'session' | 'name'>[],
  assignmentOf: (session: string) => string | null,
  { redact, audit }: Pick<Privacy, 'redact' | 'audit'>,
): { readonly text: string; readonly problems: readonly Problem[] } {
  const missing = roles
    .filter(({ session }) => !assignmentOf(session)?.trim())
    .map(({ session }) =>
      problem('omc.assignment', 'There is no assignment for {session}, and no worker starts without one.', { session }),
    );
  const parts = roles.map(({ session, name }) => `[${name}] ${inline(assignmentOf(session) ?? '')}`);
  const text = redact(
    parts.length > 0 ? parts.join(' ; ') : 'Work on the task that the repository’s assignments describe.',
  );
  const left = audit(text).map((issue) =>
    problem('omc.taskTextPrivacy', 'The text for the workers holds {issue}. Take it out of the assignments.', {
      issue,
    }),
  );
  const long =
    text.length > mostCharacters
      ? [problem('omc.textTooLong', 'The assignments are too long for one command. Name fewer seats with --sessions.')]
      : [];
  return { text, problems: [...missing, ...left, ...long] };
}

const inline = (text: string): string => text.replace(controls, ' ').replace(/ {2,}/g, ' ').trim();
