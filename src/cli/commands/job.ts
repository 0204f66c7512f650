import { problem } from '../../base/problem.ts';
import { exit, type Cli } from '../cli.ts';
import { listJobs, showJob, waitJob } from '../job/actions.ts';
import { answerJob } from '../job/answer.ts';
import { cancelJob, endJob, retryJob } from '../job/change.ts';
import { fail } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';

interface Action {
  readonly run: (cli: Cli, call: Call) => Promise<number>;
  readonly summary: string;
}

const actions = {
  list: { run: listJobs, summary: 'Those that there are, oldest first; the usual one' },
  show: { run: showJob, summary: 'One of them: its times, its files, and what it is still short of' },
  wait: { run: waitJob, summary: 'Stay until it is over, and do meanwhile what its owner would' },
  answer: { run: answerJob, summary: 'Show what its agent asks, type TEXT, or press --key' },
  cancel: { run: cancelJob, summary: 'Give it up; its agent may work on unless --interrupt is given' },
  retry: { run: retryJob, summary: 'Another attempt of one that came to nothing' },
  done: { run: endJob, summary: 'Say yourself that it is done, or with --failed that it is not' },
} as const satisfies Readonly<Record<string, Action>>;

const isAction = (name: string): name is keyof typeof actions => Object.hasOwn(actions, name);

export const job: Verb = {
  name: 'job',
  summary: 'List the jobs of sessions, or act on one: show, wait, answer, cancel …',
  positional: '[ACTION [JOB [TEXT]]]',
  words: Object.keys(actions),
  positionals: [0, 3],
  actions,
  exitCodes: 'Exit codes: 0 done, 1 blocked, not over yet or come to nothing, 2 wrong usage, 130 interrupted.',
  options: {
    'agent-session': { kind: 'text', value: 'S', summary: 'list: those of one session' },
    open: { kind: 'flag', value: '', summary: 'list: only those that are not over' },
    timeout: { kind: 'text', value: 'SECONDS', summary: 'wait: how long' },
    key: { kind: 'text', value: 'KEY', summary: 'answer: one key, such as y, 1 or Escape, instead of a text' },
    of: { kind: 'text', value: 'MARK', summary: 'answer: which question --key is for, as `job answer JOB` prints it' },
    reason: { kind: 'text', value: 'TEXT', summary: 'cancel, done: why' },
    report: { kind: 'flag', value: '', summary: 'show: what its agent handed in' },
    'until-needs-you': { kind: 'flag', value: '', summary: 'wait: not longer than until it needs a person' },
    interrupt: { kind: 'flag', value: '', summary: 'cancel, done: break its agent’s turn off, too' },
    failed: { kind: 'flag', value: '', summary: 'done: it came to nothing' },
    json,
  },
  run: async (cli, call) => {
    const [name = 'list', meant] = call.positionals;
    if (!isAction(name))
      return fail(
        cli,
        problem('cli.badAction', 'mam {verb} can’t {action}. It knows: {known}.', {
          verb: 'job',
          action: name,
          known: Object.keys(actions).join(', '),
        }),
        exit.usage,
      );
    if (name !== 'list' && meant === undefined)
      return fail(
        cli,
        problem('cli.argumentMissing', 'mam {verb} needs {what}. See mam {verb} --help.', { verb: 'job', what: 'JOB' }),
        exit.usage,
      );
    return actions[name].run(cli, call);
  },
};
