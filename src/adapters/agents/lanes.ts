import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { problem } from '../../base/problem.ts';
import type { LaneProgress, LaneSpec, Lanes } from '../../app/ports/agents.ts';
import type { LaneOutcome } from '../../core/job/types.ts';
import { redactSecrets } from '../../core/privacy/secrets.ts';
import type { Supervisor } from '../process/supervisor/client.ts';
import { laneFiles, type Agent, type LaneEnd } from './agent.ts';
import { agentEnvironment } from './agentEnvironment.ts';
import { followGuard } from './followGuard.ts';
import { guardCommand } from './guardCommand.ts';
import { missingParams, type AgentRegistry } from './registry.ts';
import { tailLines } from './tail.ts';
import { readTranscript } from './transcript.ts';

export interface LanesOptions {
  readonly supervisor: Supervisor;
  readonly registry: AgentRegistry;
  /** The host's environment; lanes get what `agentEnvironment` lets through. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds between asking an agent to end and making it; 5,000 unless said. */
  readonly graceMs?: number;
}

/** The longest line of a transcript, in bytes: a result may repeat a whole report. */
const longestLine = 8 * 1024 * 1024;
/** Progress lines shown at once; the rest of a burst is told all the same, and counted for whoever looks. */
const mostShown = 100;
const stderrTail = 16 * 1024;

/** Runs lanes through the supervisor. Which agent it is shows in its adapter only. */
export function createLanes(options: LanesOptions): Lanes {
  return {
    async run(spec, signal, onProgress, onSign = () => undefined) {
      const agent = options.registry.find(spec.agent);
      if (agent === null)
        return failed('lane.agentMissing', 'There is no agent named {agent}. Choose one of the list.', {
          agent: spec.agent,
        });
      const env = agentEnvironment(agent, options.registry.allowsAnySignIn(agent), options.env, spec.env);
      const files = laneFiles(spec.folder, guardCommand(options.registry.guard, spec), env);
      const command = agent.command(spec, files);
      if (!command.ok) return { kind: 'failed', problem: command.error };
      const located = await options.registry.locate(agent, env);
      const { program } = located;
      if (program === null)
        return failed(
          'lane.agentMissing',
          '{agent} was not found: {names} is in no folder of the PATH {path}. Install its CLI, set its path in the settings, or choose another agent.',
          missingParams(agent, located),
        );

      const guard = followGuard(agent.name, spec, command.value.limits, onSign);
      await place(spec.folder, command.value.files ?? {});
      const capped = new AbortController();
      const follower = follow(agent, spec, onProgress, () => capped.abort());
      const run = await options.supervisor.run(
        {
          id: spec.id,
          folder: spec.folder,
          argv: [...program, ...command.value.args],
          cwd: spec.cwd,
          env: { ...located.env, ...command.value.env },
          stdin: command.value.stdin,
          timeoutMs: Math.max(spec.timeoutMs, 0),
          interrupt: agent.capabilities.interruptSignal,
          graceMs: options.graceMs ?? 5000,
          merged: false,
          owned: false,
        },
        AbortSignal.any([signal, capped.signal]),
        () => {
          guard.look();
          follower.look();
        },
      );
      const lastMessage = await takeMessage(files.lastMessage);
      if (!run.ok) return { kind: 'failed', problem: run.error };
      await guard.finish();
      const transcript = await follower.finish();
      const end: LaneEnd = {
        spec,
        exit: run.value,
        transcript,
        stderr: await readEnd(join(spec.folder, 'stderr.log')),
        lastMessage,
      };
      const outcome = agent.judge(end);
      return capped.signal.aborted ? { ...outcome, ...tooManyCommands(agent, spec) } : outcome;
    },
  };
}

/** Reads the transcript while it grows; looks never overlap, and one that comes during another is not lost. */
function follow(agent: Agent, spec: LaneSpec, onProgress: (progress: LaneProgress) => void, onCap: () => void) {
  const reader = readTranscript(agent);
  let told = 0;
  const tail = tailLines(join(spec.folder, 'stdout.jsonl'), longestLine, (line) => {
    for (const text of reader.take(line)) onProgress((told += 1) > mostShown ? { text, quiet: true } : { text });
    if (spec.maxCommands !== undefined && reader.commands() > spec.maxCommands) onCap();
  });
  const tell = (): void => {
    if (told > mostShown) onProgress({ text: `… ${told - mostShown} more lines, see stdout.jsonl` });
    told = 0;
  };
  let wanted = false;
  let reading: Promise<void> = Promise.resolve();
  const read = (last: boolean): Promise<void> => tail.read(last).then(tell);
  return {
    look(): void {
      if (wanted) return;
      wanted = true;
      reading = reading.then(() => {
        wanted = false;
        return read(false);
      });
    },
    async finish() {
      await reading;
      await read(true);
      return reader.transcript();
    },
  };
}

const tooManyCommands = (agent: Agent, { maxCommands = 0 }: LaneSpec): LaneOutcome =>
  failed(
    'lane.commandCap',
    '{agent} began more than {most} commands and was ended. Allow more, or give it less to look at.',
    { agent: agent.name, most: maxCommands },
  );

const failed = (code: string, text: string, params: Readonly<Record<string, string | number>>): LaneOutcome => ({
  kind: 'failed',
  problem: problem(code, text, params),
});

/** A lane that is joined finds its files as they are: the same spec makes the same ones. */
async function place(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const named = Object.entries(files);
  if (named.length > 0) await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, text] of named) await writeFile(join(folder, name), text);
}

/** The last message that a CLI wrote itself, which stays there without its secrets. */
async function takeMessage(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  const clean = redactSecrets(text);
  if (clean !== text) await writeFile(path, clean);
  return clean;
}

async function readEnd(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return '';
  try {
    const { size } = await file.stat();
    const length = Math.min(size, stderrTail);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8');
  } finally {
    await file.close();
  }
}
