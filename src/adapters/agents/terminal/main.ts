import { because } from '../../../base/problem.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { isoSeconds } from '../../../base/clock.ts';
import {
  hiddenVariables,
  terminalRequest,
  type TerminalNoteFile,
  type TerminalRequest,
} from '../../../protocol/agents/terminal.ts';
import { writeAtomically } from '../../process/atomicFile.ts';
import { calmDown } from '../../process/calmDown.ts';
import { endFamily, familyVariable, findFamily, type Family } from '../../process/family.ts';
import { listProcesses, startTimeOf } from '../../process/processTable.ts';

interface End {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why it could not be started, or null. */
  readonly reason: string | null;
}

/** How long processes may take to end after their terminal was closed before they are killed, in milliseconds. */
const closingMs = 2000;

/** `agent-terminal <request as JSON>`: the process of a terminal. Runs the agent, and a shell once that has ended. */
async function main([text = '']: readonly string[]): Promise<number> {
  const request = terminalRequest.parse(JSON.parse(text));
  const note = await openNote(request);
  // A group would be the editor's where a terminal has none of its own.
  const family: Family = { group: null, key: `terminal-${request.id}` };
  let child: ChildProcess | null = null;
  let isAgent = false;
  // Ctrl-C reaches whoever is in front by itself; this process only has to be there after it.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) process.on(signal, () => undefined);
  const closing: { done: Promise<void> | null } = { done: null };
  const close = async (): Promise<void> => {
    const [agent, shell] = isAgent ? [child, null] : [null, child];
    // Seen before they are asked to go: what loses its parent could not be told from others on every system.
    const seen = await findFamily(
      family,
      (await listProcesses()).filter(({ pid }) => pid === agent?.pid),
    );
    agent?.kill('SIGHUP');
    shell?.kill('SIGHUP');
    await endFamily(family, seen, closingMs);
    note({ state: 'closed' });
    process.exit(0);
  };
  // The screen goes away after the first signal and sends another one, which must not end this process on its way.
  for (const signal of ['SIGHUP', 'SIGTERM'] as const) process.on(signal, () => void (closing.done ??= close()));
  const run = (
    argv: readonly [string, ...string[]],
    env: NodeJS.ProcessEnv,
    onStart: (pid: number) => void = () => undefined,
  ): Promise<End> =>
    new Promise((resolve) => {
      const [program, ...args] = argv;
      child = spawn(program, args, { cwd: request.cwd, env, stdio: 'inherit' });
      if (child.pid !== undefined) onStart(child.pid);
      child.once('error', (error) => resolve({ code: null, signal: null, reason: error.message }));
      child.once('exit', (code, signal) => resolve({ code, signal, reason: null }));
    });

  const hidden = takeHidden(request.hidden);
  const env = { ...only(request.variables), ...hidden };
  if (note.known) {
    note({ state: 'shell' });
    say(request.words.again);
  } else {
    note({ state: 'agent' });
    isAgent = true;
    const own = { ...env, MAM_TERMINAL: request.id, [familyVariable]: family.key };
    const start = hidden === null ? unread : run;
    const end = await start(request.argv, own, (pid) => {
      // It may have ended before it could be asked.
      const told = (startTime: string | null): void => (isAgent ? note({ runs: { pid, startTime } }) : undefined);
      void startTimeOf(pid).then(told);
    });
    isAgent = false;
    // Nobody is there any more who could use a shell.
    await closing.done;
    const { code, signal, reason } = end;
    await calmDown();
    await closing.done;
    // Said only now: whoever types for the shell before would see it thrown away.
    note({ state: 'shell', code, signal, ...(reason === null ? {} : { failed: reason }) });
    say(
      end.reason === null
        ? request.words.ended.replaceAll('{code}', String(end.code ?? end.signal ?? '?'))
        : request.words.failed.replaceAll('{reason}', end.reason),
    );
  }
  await run([request.shell], env);
  await closing.done;
  note({ state: 'closed' });
  return 0;
}

/** Without its keys the agent would ask to sign in, and be somebody else. */
const unread = (): Promise<End> =>
  Promise.resolve({ code: null, signal: null, reason: because('the file with its environment is gone') });

/** What only this process may read, once; null where it is gone. */
function takeHidden(path: string | undefined): Readonly<Record<string, string>> | null {
  if (path === undefined) return {};
  try {
    return hiddenVariables.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  } finally {
    rmSync(path, { force: true });
  }
}

/** An editor may hand its own environment on although it was given another, and extensions add to every terminal. */
const only = (names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));

const say = (text: string): void => void process.stdout.write(`\r\n${text}\r\n\r\n`);

/** Writes the note down; one that somebody took away is not written again, since nobody asks for it any more. */
async function openNote({ id, agent, name, cwd, note: path, session }: TerminalRequest) {
  const known = existsSync(path);
  const now = isoSeconds(Date.now());
  const startTime = await startTimeOf(process.pid);
  const usual = { openedAt: now, pid: process.pid, startTime, since: now, code: null, signal: null };
  let current: TerminalNoteFile = { id, agent, name, cwd, ...usual, state: 'agent', ...(session ? { session } : {}) };
  let written = known;
  const write = (change: Partial<TerminalNoteFile>): void => {
    if (written && !existsSync(path)) return;
    current = { ...current, ...change, ...(change.state ? { since: isoSeconds(Date.now()) } : {}) };
    writeAtomically(path, `${JSON.stringify(current)}\n`);
    written = true;
  };
  return Object.assign(write, { known });
}

void main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
