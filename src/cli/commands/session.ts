import { problem } from '../../base/problem.ts';
import { backends } from '../../core/agentSession/types.ts';
import { exit, type Cli } from '../cli.ts';
import { answerSession } from '../session/answer.ts';
import { interruptSession, stopSession } from '../session/stop.ts';
import {
  createSession,
  forgetSession,
  listSessions,
  reconcileSessions,
  resumeSession,
  showSession,
} from '../session/actions.ts';
import { fail } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';

interface Action {
  readonly run: (cli: Cli, call: Call) => Promise<number>;
  readonly summary: string;
}

const actions = {
  status: { run: listSessions, summary: 'Those that there are and what each does; the usual one' },
  create: { run: createSession, summary: 'Start an agent in a place, under the name SESSION' },
  resume: { run: resumeSession, summary: 'Go on with the conversation of one that ended, in its own folder' },
  stop: { run: stopSession, summary: 'End its agent, and give the job up that it works on; the conversation stays' },
  reconcile: { run: reconcileSessions, summary: 'Look what became of all of them' },
  show: { run: showSession, summary: 'Bring it in front of you, or say how you get there' },
  answer: { run: answerSession, summary: 'Show what it asks, or choose an answer' },
  interrupt: { run: interruptSession, summary: 'Break off what its agent does, by Escape' },
  forget: { run: forgetSession, summary: 'Take one that ended off the list' },
} as const satisfies Readonly<Record<string, Action>>;

const isAction = (name: string): name is keyof typeof actions => Object.hasOwn(actions, name);

export const session: Verb = {
  name: 'session',
  summary: 'List the sessions of agents, or act on one: create, resume, stop …',
  positional: '[ACTION [SESSION]]',
  words: Object.keys(actions),
  positionals: [0, 2],
  exitCodes:
    'Exit codes: 0 done, 1 blocked or findings, 2 wrong usage, 5 the session works on another job, 130 interrupted.',
  actions,
  options: {
    agent: { kind: 'text', value: 'A', summary: 'create: the agent', words: 'agents' },
    backend: {
      kind: 'text',
      value: 'PLACE',
      summary: 'create: where it runs; tmux unless said',
      words: [...backends],
    },
    name: { kind: 'text', value: 'NAME', summary: 'create: its name, as SESSION says it too' },
    role: { kind: 'text', value: 'ROLE', summary: 'create: what it is for, such as reviewer' },
    workdir: {
      kind: 'text',
      value: 'DIR',
      summary: 'create: where it works, a worktree or the main checkout; resume: only where it was',
    },
    of: { kind: 'text', value: 'MARK', summary: 'answer: the question that --choose answers, as the list names it' },
    choose: { kind: 'text', value: 'KEY', summary: 'answer: the answer to choose; without it they are listed' },
    json,
  },
  run: async (cli, call) => {
    const [name = 'status'] = call.positionals;
    if (isAction(name)) return actions[name].run(cli, call);
    return fail(
      cli,
      problem('cli.badAction', 'mam {verb} can’t {action}. It knows: {known}.', {
        verb: 'session',
        action: name,
        known: Object.keys(actions).join(', '),
      }),
      exit.usage,
    );
  },
};
