import type { BatchRequest } from '../../app/batch/request.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { PatchRequest } from '../../app/patch/request.ts';
import type { Settings } from '../../protocol/settings.ts';
import { splitList } from '../questions.ts';
import type { Call, OptionSpec } from '../verb.ts';
import { isTaskId } from '../../core/task/taskId.ts';

/** The options of the runner, as scripts around the loop know them. */
export const runnerOptions: Readonly<Record<string, OptionSpec>> = {
  'dry-run': { kind: 'flag', value: '', summary: 'Only render the commands, as without any option' },
  execute: { kind: 'flag', value: '', summary: 'Run the lanes' },
  sessions: { kind: 'text', value: 'A,B', summary: 'The seats to run; otherwise all' },
  'max-parallel': { kind: 'text', value: 'N', summary: 'The most seats at once; 8 unless said' },
  'timeout-seconds': { kind: 'text', value: 'N', summary: 'Time for all lanes together; 0 for no limit' },
  'max-commands-per-session': {
    kind: 'text',
    value: 'N',
    summary: 'Commands that each lane may begin; 0 for no limit',
  },
  'codex-executable': { kind: 'text', value: 'PATH', summary: 'The codex program' },
  model: { kind: 'text', value: 'M', summary: 'The model of the agents that it belongs to' },
  'auth-mode': { kind: 'text', value: 'chatgpt|any', summary: 'With what sign-in codex may work' },
  sandbox: {
    kind: 'text',
    value: 'MODE',
    summary: 'read-only, or workspace-write to let lanes run checks in checkouts of their own',
    words: ['read-only', 'workspace-write'],
  },
  mode: { kind: 'text', value: 'read-only|patch', summary: 'What the lanes do' },
  runner: { kind: 'text', value: 'codex|omc', summary: 'Who runs the lanes' },
  'read-agent': {
    kind: 'text',
    value: 'A',
    summary: 'The agent of the lanes; auto lets the settings and the mix choose',
    words: 'agents',
  },
  'write-agent': { kind: 'text', value: 'A', summary: 'The agent that writes, in patch mode', words: 'agents' },
  'seed-changes': {
    kind: 'flag',
    value: '',
    summary: 'Start the writer from your uncommitted changes to claimed files, in patch mode',
  },
  task: { kind: 'text', value: 'T', summary: 'The task; otherwise the one under way' },
  base: {
    kind: 'text',
    value: 'REF',
    summary: 'What to compare with; otherwise what the run was made on, or mam.base',
  },
  'record-gate-heartbeats': { kind: 'flag', value: '', summary: 'Let the verdicts count for the gate' },
  registry: { kind: 'text', value: 'FILE', summary: 'Taken for compatibility; MAM goes by its own registry' },
  'assignments-dir': {
    kind: 'text',
    value: 'DIR',
    summary: 'A folder with a file for each seat, beside what MAM assigns',
  },
  'runs-dir': { kind: 'text', value: 'DIR', summary: 'Taken for compatibility; MAM keeps its own places' },
  state: { kind: 'text', value: 'FILE', summary: 'Write the state there too, below reports/agent_loop' },
  out: { kind: 'text', value: 'FILE', summary: 'Write the report there too, below reports/agent_loop' },
};

/** What the options ask for, as far as they need no look at the repository. */
export interface RunnerOptions {
  readonly mode: 'read-only' | 'patch';
  readonly runner: 'codex' | 'omc';
  /** Settings over all others. */
  readonly auth: 'chatgpt' | 'any' | null;
  readonly executable: string | null;
  /** In patch mode: what the one lane that writes is to do. */
  readonly patch: Omit<PatchRequest, 'assignment'>;
  readonly request: Omit<BatchRequest, 'assignments'>;
}

type UsualAgents = Pick<Settings, 'mam.runner.readAgent' | 'mam.runner.writeAgent'>;

/** Checks them; the problem names the first one that can't be, and what it may be. */
export function readRunnerOptions(call: Call, settings: UsualAgents): Result<RunnerOptions, Problem> {
  const wrong = wrongOption(call) ?? bothAtOnce(call);
  if (wrong) return err(wrong);
  const sessions = call.text('sessions');
  const reader = agentOf(call.text('read-agent') ?? settings['mam.runner.readAgent']);
  const writer = agentOf(call.text('write-agent') ?? settings['mam.runner.writeAgent']);
  const auth = call.text('auth-mode');
  const number = (name: string, usual: number): number => Number(call.text(name) ?? usual);
  return ok({
    mode: call.text('mode') === 'patch' ? 'patch' : 'read-only',
    runner: call.text('runner') === 'omc' ? 'omc' : 'codex',
    auth: auth === 'chatgpt' || auth === 'any' ? auth : null,
    executable: call.text('codex-executable'),
    patch: {
      execute: call.flag('execute'),
      task: call.text('task'),
      agent: writer,
      model: call.text('model') || null,
      base: call.text('base'),
      timeoutMs: number('timeout-seconds', 0) * 1000,
      maxCommands: number('max-commands-per-session', 0),
      seedChanges: call.flag('seed-changes'),
      warnings: [
        ...['registry', 'runs-dir'].flatMap((name) => (call.text(name) === null ? [] : [unused(name)])),
        ...['sessions', 'sandbox'].flatMap((name) => (call.text(name) === null ? [] : [forReaders(name)])),
      ],
    },
    request: {
      kind: 'runner',
      execute: call.flag('execute'),
      sessions: sessions === null ? null : splitList(sessions),
      role: null,
      agent: reader,
      model: call.text('model') || null,
      task: call.text('task'),
      base: call.text('base'),
      sandbox: sandboxOf(call.text('sandbox')),
      maxParallel: number('max-parallel', 8),
      timeoutMs: number('timeout-seconds', 0) * 1000,
      maxCommands: number('max-commands-per-session', 0),
      counts: call.flag('record-gate-heartbeats'),
      dual: false,
      warnings: ['registry', 'runs-dir'].flatMap((name) => (call.text(name) === null ? [] : [unused(name)])),
    },
  });
}

/** A team brings writers of its own; the one lane that proposes is MAM's. */
const bothAtOnce = (call: Call): Problem | null =>
  call.text('mode') === 'patch' && call.text('runner') === 'omc'
    ? problem(
        'runner.patchOrTeam',
        '--mode patch runs one lane of MAM, and --runner omc a team of another program. Leave one of them out.',
      )
    : null;

const agentOf = (given: string): string | null => (given === 'auto' ? null : given);

const sandboxOf = (given: string | null): BatchRequest['sandbox'] =>
  given === 'workspace-write' || given === 'danger-full-access' ? given : 'read-only';

const unused = (option: string): Problem =>
  problem('runner.optionUnused', 'MAM has no use for --{option}: it goes by its own log. Leave it out.', { option });

const forReaders = (option: string): Problem =>
  problem(
    'runner.optionForReaders',
    '--{option} is for lanes that read; in patch mode one lane writes. Leave it out.',
    {
      option,
    },
  );

const oneOf =
  (...known: readonly string[]) =>
  (option: string, value: string): Problem | null =>
    known.includes(value)
      ? null
      : problem('cli.badChoice', '--{option} can be {known}, and {value} is something else.', {
          option,
          known: known.join(', '),
          value,
        });

const wholeFrom =
  (least: 0 | 1) =>
  (option: string, value: string): Problem | null =>
    /^\d{1,7}$/.test(value) && Number(value) >= least
      ? null
      : problem('cli.badNumber', '--{option} takes a whole number from {least} on, and {value} is none.', {
          option,
          least,
          value,
        });

const agentName = (option: string, value: string): Problem | null =>
  /^[a-z][a-z0-9-]{0,63}$/.test(value)
    ? null
    : problem('cli.badAgent', '--{option} takes auto or the id of an agent, and {value} is none.', { option, value });

const checks: Readonly<Record<string, (option: string, value: string) => Problem | null>> = {
  'max-parallel': wholeFrom(1),
  'timeout-seconds': wholeFrom(0),
  'max-commands-per-session': wholeFrom(0),
  sandbox: oneOf('read-only', 'workspace-write', 'danger-full-access'),
  mode: oneOf('read-only', 'patch'),
  'auth-mode': oneOf('chatgpt', 'any'),
  runner: oneOf('codex', 'omc'),
  'read-agent': agentName,
  'write-agent': agentName,
  task: (_, value) =>
    isTaskId(value)
      ? null
      : problem('cli.badTask', '{task} is no task id. One looks like T-2026-0001.', { task: value }),
  sessions: (_, value) =>
    splitList(value).length > 0
      ? null
      : problem('cli.noSessions', '--sessions names nobody. Give ids of seats, such as reviewer,deep-reviewer.'),
};

function wrongOption(call: Call): Problem | null {
  for (const [name, check] of Object.entries(checks)) {
    const value = call.text(name);
    const found = value === null ? null : check(name, value);
    if (found) return found;
  }
  return call.flag('dry-run') && call.flag('execute')
    ? problem('cli.dryAndExecute', 'Give --dry-run or --execute, not both.')
    : null;
}
