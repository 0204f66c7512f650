import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Cli } from '../cli.ts';
import { exit } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { parseVerb } from '../parseVerb.ts';
import { readStartRequest } from '../startRequest.ts';
import { fail } from '../tell.ts';
import type { Call, Verb } from '../verb.ts';
import { queuePlanVerb } from './queuePlan.ts';
import { queueRecommendations } from './queueRecommendations.ts';
import { start } from './start.ts';

/** What the target of the original takes, from the environment or behind the verb as make takes it. */
const variables = [
  ...['START_TASK_LIMIT', 'START_TASK_ATTEMPT_LIMIT', 'START_INFINITE', 'ACTIVE_TASK_POOL'],
  ...['START_QUEUE_RECOMMENDATIONS_APPLY', 'QUEUE_RECOMMENDATIONS_APPLY'],
] as const;

type Variables = Readonly<Partial<Record<(typeof variables)[number], string>>>;

export const frontDoor: Verb = {
  name: '시작',
  summary: 'Plan, recommend and run the loop as make 시작 does; what 시작-ship did is mam ship',
  positional: '[NAME=VALUE…]',
  words: variables.map((name) => `${name}=`),
  positionals: [0, variables.length],
  options: {
    infinite: { kind: 'flag', value: '', summary: 'Go on to the end of the queue' },
    agents: start.options['agents'] ?? { kind: 'texts', value: 'A,B', summary: 'Use only these agents' },
    yes: { kind: 'flag', value: '', summary: 'Allow the checks of the tasks without asking' },
    json: { kind: 'flag', value: '', summary: 'Print every event as a line of JSON, and a summary as the last line' },
  },
  run: async (cli, call) => {
    const refused = needPerson(cli, '시작');
    if (refused) return fail(cli, refused, exit.blocked);
    const given = readVariables(cli.env, call.positionals);
    if (!given.ok) return fail(cli, given.error, exit.usage);
    const asked = startArguments(given.value, call);
    // Before anything is shown or put into the queue.
    const started = startCall(asked.args);
    if (!started.ok) return fail(cli, started.error, exit.usage);
    // Both say what could be done; the loop begins whatever they say. Only its events are the answer to a program.
    const aside = call.flag('json')
      ? { ...cli, terminal: { ...cli.terminal, out: (line: string) => cli.terminal.err(line) } }
      : cli;
    await runVerb(aside, queuePlanVerb, ['--max-items', asked.attempts]);
    const applies =
      isOn(given.value.START_QUEUE_RECOMMENDATIONS_APPLY) || isOn(given.value.QUEUE_RECOMMENDATIONS_APPLY);
    await runVerb(aside, queueRecommendations, applies ? ['--apply'] : []);
    return start.run(cli, started.value);
  },
};

/** What is handed to `start`, or what it would refuse of it. */
function startCall(args: readonly string[]): Result<Call, Problem> {
  const call = parseVerb(start, args);
  if (!call.ok) return call;
  const request = readStartRequest(call.value, null);
  return request.ok ? call : request;
}

const runVerb = async (cli: Cli, verb: Verb, args: readonly string[]): Promise<number> => {
  const call = parseVerb(verb, args);
  return call.ok ? verb.run(cli, call.value) : fail(cli, call.error, exit.usage);
};

const isOn = (value = ''): boolean => ['1', 'true', 'yes', 'on'].includes(value.trim().toLowerCase());

function readVariables(env: Cli['env'], words: readonly string[]): Result<Variables, Problem> {
  const given: Record<string, string> = {};
  // The pool is a setting of its own, which an environment says as well.
  for (const name of variables) if (name !== 'ACTIVE_TASK_POOL' && env[name]) given[name] = env[name];
  for (const word of words) {
    const [, name = '', value = ''] = /^([A-Z_]+)=(.*)$/s.exec(word) ?? [];
    if (!variables.some((one) => one === name))
      return err(
        problem('cli.badVariable', 'mam 시작 takes no {word}. It takes: {known}.', {
          word,
          known: variables.join(', '),
        }),
      );
    given[name] = value;
  }
  return ok(given);
}

/** Five completions unless said, of at most fifteen tries; or all that is there. */
export function startArguments(
  {
    START_TASK_LIMIT: limit = '',
    START_TASK_ATTEMPT_LIMIT: tries = '',
    START_INFINITE,
    ACTIVE_TASK_POOL: pool = '',
  }: Variables,
  call: Pick<Call, 'flag' | 'texts'>,
): { readonly attempts: string; readonly args: readonly string[] } {
  const attempts = tries.trim() || '15';
  const bounds =
    call.flag('infinite') || isOn(START_INFINITE)
      ? ['--infinite']
      : ['--target', limit.trim() || '5', '--limit', attempts];
  const args = [
    ...bounds,
    ...(pool.trim() === '' ? [] : ['--pool', pool.trim()]),
    ...call.texts('agents').flatMap((agents) => ['--agents', agents]),
    ...['yes', 'json'].filter((name) => call.flag(name)).map((name) => `--${name}`),
  ];
  return { attempts, args };
}
