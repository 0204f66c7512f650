import { resolve } from 'node:path';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { JobWish } from '../../app/delegation/submit.ts';
import { exit } from '../cli.ts';
import { readPrompt } from '../job/readPrompt.ts';
import { submitJob } from '../job/submitJob.ts';
import { millisecondsOf } from '../job/seconds.ts';
import { needPerson } from '../needPerson.ts';
import { fail } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';

export const submit: Verb = {
  name: 'submit',
  summary: 'Hand a job to a session of an agent',
  positional: '',
  positionals: [0, 0],
  exitCodes:
    'Exit codes: 0 handed over (with --wait: completed), 1 blocked, not there yet or come to nothing, 2 wrong usage, 5 the session works on another job, 130 interrupted.',
  options: {
    'agent-session': { kind: 'text', value: 'BACKEND:NAME', summary: 'The session; its name or id alone will do' },
    agent: { kind: 'text', value: 'A', summary: 'The agent that it has to be', words: 'agents' },
    prompt: { kind: 'text', value: 'TEXT', summary: 'What is to be done' },
    'prompt-file': { kind: 'text', value: 'FILE', summary: 'The same from a file, or - for standard input' },
    type: { kind: 'text', value: 'direct', summary: 'Kind of hand-over; there is this one', words: ['direct'] },
    workdir: { kind: 'text', value: 'DIR', summary: 'Where it is done; the session’s own folder unless said' },
    role: {
      kind: 'text',
      value: 'ROLE',
      summary: 'As what it is done; without a session, the first of this role that is free',
    },
    claim: { kind: 'texts', value: 'GLOB', summary: 'Files that it may write' },
    review: { kind: 'flag', value: '', summary: 'It ends with a verdict line' },
    outside: { kind: 'flag', value: '', summary: 'It reaches outside: only its own word or yours ends it' },
    expect: {
      kind: 'texts',
      value: 'FILE',
      summary:
        'A file that it has to write, by its path below its folder; it is not done before that is there, and an older one counts for nothing',
    },
    task: { kind: 'text', value: 'T', summary: 'The task that it is for' },
    queue: { kind: 'flag', value: '', summary: 'Wait while the session has another job, or somebody else its files' },
    timeout: { kind: 'text', value: 'SECONDS', summary: 'It has failed after that long; no limit unless said' },
    'idle-timeout': { kind: 'text', value: 'SECONDS', summary: 'The same, without a word from it' },
    job: { kind: 'text', value: 'ID', summary: 'Its id, which is taken once; drawn unless said' },
    'registry-dir': { kind: 'text', value: 'DIR', summary: 'Where jobs are kept, to be sure that it is this place' },
    within: { kind: 'text', value: 'SECONDS', summary: 'How long handing it over may take; 60 unless said' },
    wait: { kind: 'flag', value: '', summary: 'Follow it to its end' },
    json,
  },
  run: async (cli, call) => {
    const refused = needPerson(cli, 'submit');
    if (refused) return fail(cli, refused, exit.blocked);
    const within = millisecondsOf(call, 'within', 60_000);
    if (!within.ok) return fail(cli, within.error, exit.usage);
    const prompt = await readPrompt(call, cli.cwd);
    if (!prompt.ok) return fail(cli, prompt.error, exit.usage);
    const wish = readWish(call, cli.cwd, prompt.value);
    if (!wish.ok) return fail(cli, wish.error, exit.usage);
    return submitJob(cli, call, wish.value, within.value);
  },
};

function readWish(call: Call, cwd: string, prompt: string | null): Result<JobWish, Problem> {
  const type = call.text('type') ?? 'direct';
  if (type !== 'direct')
    return err(problem('cli.badType', 'A job can be handed over directly alone, not as {type}.', { type }));
  const [session, role] = [call.text('agent-session'), call.text('role')];
  if ((session === null && role === null) || prompt === null)
    return err(
      problem('cli.argumentMissing', 'mam {verb} needs {what}. See mam {verb} --help.', {
        verb: 'submit',
        what: '--agent-session (or --role), --prompt',
      }),
    );
  const timeout = millisecondsOf(call, 'timeout', 0);
  if (!timeout.ok) return timeout;
  const idle = millisecondsOf(call, 'idle-timeout', 0);
  if (!idle.ok) return idle;
  const workdir = call.text('workdir');
  return ok({
    id: call.text('job'),
    session,
    agent: call.text('agent'),
    kind: call.flag('review') ? 'review' : 'work',
    role,
    prompt,
    workdir: workdir === null ? null : resolve(cwd, workdir),
    claims: call.texts('claim'),
    outside: call.flag('outside'),
    timeoutMs: timeout.value,
    idleTimeoutMs: idle.value,
    expectedArtifacts: call.texts('expect'),
    task: call.text('task'),
    queue: call.flag('queue'),
  });
}
