import { problem } from '../../base/problem.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { fail } from '../tell.ts';
import type { Call } from '../verb.ts';
import { withApp } from '../withApp.ts';
import { exitOf } from './exitOf.ts';
import { markMissing, markOf, otherQuestion } from './questionMark.ts';

/** Shows the question on a session's screen with its answers, or chooses one of them. */
export async function answerSession(cli: Cli, call: Call): Promise<number> {
  const refused = needPerson(cli, 'session answer');
  if (refused) return fail(cli, refused, exit.blocked);
  const session = call.positionals[1];
  if (session === undefined)
    return fail(
      cli,
      problem('cli.argumentMissing', 'mam {verb} needs {what}. See mam {verb} --help.', {
        verb: 'session',
        what: 'SESSION',
      }),
      exit.usage,
    );
  const key = call.text('choose');
  const mark = call.text('of');
  if (key !== null && mark === null) return fail(cli, markMissing('session answer', session), exit.usage);
  return withApp(cli, { mirrorOnly: true }, async (app) => {
    const question = await app.agentSessions.question(session);
    if (!question.ok) return fail(cli, question.error, exitOf(question.error));
    const { about, text, need, options } = question.value;
    if (key !== null) {
      // Between the list and the choice something else may have come to stand there.
      if (mark !== markOf(question.value)) return fail(cli, otherQuestion(session), exit.blocked);
      const answered = await app.agentSessions.answer(session, { question: question.value, key }, cli.actor);
      if (!answered.ok) return fail(cli, answered.error, exitOf(answered.error));
    }
    if (call.flag('json'))
      cli.terminal.out(
        JSON.stringify({ session, need, about, text, options, mark: markOf(question.value), chosen: key }),
      );
    else if (key !== null) cli.terminal.out(cli.t('Chosen: {key}.', { key }));
    else {
      for (const line of about) cli.terminal.out(printable(`  ${line}`));
      cli.terminal.out(printable(text));
      for (const one of options) cli.terminal.out(printable(`  ${one.key}  ${one.label}`));
      const of = markOf(question.value);
      cli.terminal.out(
        printable(cli.t('Choose with: mam session answer {session} --choose KEY --of {of}', { session, of })),
      );
    }
    return exit.done;
  });
}
