import { jobSignals } from '../../core/job/signals.ts';
import { readRequest, type EventWords } from '../event/args.ts';
import { isUsage } from '../event/run.ts';
import { say } from '../event/say.ts';
import { exit } from '../cli.ts';
import { fail } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';

/** The same as the small program of its own, for its help and for whoever starts the whole command line. */
export const event: Verb = {
  name: 'event',
  summary: 'Say how a job goes: started, progress, permission_required, completed or error',
  positional: 'KIND',
  words: jobSignals,
  positionals: [1, 1],
  options: {
    text: { kind: 'text', value: 'TEXT', summary: 'What there is to say' },
    data: { kind: 'text', value: 'JSON', summary: 'More of it, as an object' },
    report: { kind: 'text', value: 'FILE', summary: 'With completed: the finished report, - for standard input' },
    pass: { kind: 'text', value: 'FILE', summary: 'What lets a job speak; within a lane it is known' },
    job: { kind: 'text', value: 'ID', summary: 'The job, to be sure that it is this one' },
    attempt: { kind: 'text', value: 'N', summary: 'The same for its attempt' },
    json,
  },
  run: async (cli, call) => {
    const request = readRequest(wordsOf(call));
    if (!request.ok) return fail(cli, request.error, exit.usage);
    const said = say(request.value, cli.env);
    if (!said.ok) return fail(cli, said.error, isUsage(said.error) ? exit.usage : exit.blocked);
    if (call.flag('json')) cli.terminal.out(JSON.stringify(said.value));
    return exit.done;
  },
};

function wordsOf(call: Call): EventWords {
  const given = ['text', 'data', 'job', 'attempt', 'pass', 'report'].map((name) => [name, call.text(name)] as const);
  return { kind: call.positionals[0], ...Object.fromEntries(given.filter(([, value]) => value !== null)) };
}
