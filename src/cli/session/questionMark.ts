import { createHash } from 'node:crypto';
import type { AskedQuestion } from '../../app/agentSession/answerQuestion.ts';
import { problem, type Problem } from '../../base/problem.ts';

/** What tells this question from another one: it is short, so that it can be typed. */
export const markOf = ({ about, text, options }: AskedQuestion): string =>
  createHash('sha256')
    .update(JSON.stringify([about, text, options.map(({ key, label }) => [key, label])]))
    .digest('hex')
    .slice(0, 8);

/** `verb`: prints the question of what is meant with its mark. */
export const markMissing = (verb: 'job answer' | 'session answer', meant: string): Problem =>
  problem(
    'session.markMissing',
    'Say with --of which question is meant: another one may stand there by now. `mam {verb} {meant}` prints it.',
    { verb, meant },
  );

export const otherQuestion = (session: string): Problem =>
  problem('session.otherQuestion', 'Nothing was chosen: {session} asks something else now. Look at it again.', {
    session,
  });
