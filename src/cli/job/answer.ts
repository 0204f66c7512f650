import { err } from '../../base/result.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { exitOf } from '../session/exitOf.ts';
import { markMissing, markOf, otherQuestion } from '../session/questionMark.ts';
import { fail } from '../tell.ts';
import type { Call } from '../verb.ts';
import { withApp } from '../withApp.ts';
import { change } from './change.ts';

/** Shows what a job's agent asks, or types a person's answer. */
export const answerJob = async (cli: Cli, call: Call): Promise<number> => {
  const [text, key, of] = [call.positionals[2], call.text('key'), call.text('of')];
  if (key === null && text === undefined) return showQuestion(cli, call);
  const meant = call.positionals[1] ?? '';
  return change(cli, call, 'answer', async (app, job) => {
    if (key === null) return app.delegation.answer(job, { text: text ?? '' }, cli.actor);
    // Escape says yes to nothing.
    if (key === 'Escape') return app.delegation.answer(job, { key, question: null }, cli.actor);
    if (of === null) return err(markMissing('job answer', meant));
    const question = await app.delegation.question(job);
    if (!question.ok) return question;
    return markOf(question.value) === of
      ? app.delegation.answer(job, { key, question: question.value }, cli.actor)
      : err(otherQuestion(meant));
  });
};

const showQuestion = async (cli: Cli, call: Call): Promise<number> => {
  const refused = needPerson(cli, 'job answer');
  if (refused) return fail(cli, refused, exit.blocked);
  const job = call.positionals[1] ?? '';
  return withApp(cli, { mirrorOnly: true }, async (app) => {
    const question = await app.delegation.question(job);
    if (!question.ok) return fail(cli, question.error, exitOf(question.error));
    const { need, about, text, options } = question.value;
    const of = markOf(question.value);
    if (call.flag('json')) cli.terminal.out(JSON.stringify({ job, need, about, text, options, mark: of }));
    else {
      for (const line of about) cli.terminal.out(printable(`  ${line}`));
      cli.terminal.out(printable(text));
      for (const one of options) cli.terminal.out(printable(`  ${one.key}  ${one.label}`));
      cli.terminal.out(printable(cli.t('Answer with: mam job answer {job} --key KEY --of {of}', { job, of })));
    }
    return exit.done;
  });
};
