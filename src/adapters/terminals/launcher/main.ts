import { spawn, type ChildProcess } from 'node:child_process';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isoSeconds } from '../../../base/clock.ts';
import type { PlaceNote, PlaceRequest } from '../../../protocol/agents/place.ts';
import { writeAtomically } from '../../process/atomicFile.ts';
import { calmDown } from '../../process/calmDown.ts';
import { endFamily, familyVariable, findFamily, type Family } from '../../process/family.ts';
import { listProcesses, startTimeOf } from '../../process/processTable.ts';

interface End {
  readonly code: number | null;
  readonly signal: string | null;
  readonly reason: string | null;
}

/** How long processes may take to end after their terminal has gone, in milliseconds. */
const closingMs = 2000;
/** `session-place <request file>`: the first process of a session's terminal. Runs the agent, and a shell once that has ended. */
async function main([path = '']: readonly string[]): Promise<void> {
  const request: PlaceRequest = JSON.parse(readFileSync(path, 'utf8'));
  rmSync(path, { force: true });
  const note = await claim(request);
  // Another process has started this session, now or long ago.
  if (note === null) return;
  // The agent's group may be that of this process, which belongs to its terminal.
  const family: Family = { group: null, key: request.key };
  const agentEnv = { ...request.env, MAM_TERMINAL: request.id, [familyVariable]: request.key };
  let agent: ChildProcess | null = null;
  let shell: ChildProcess | null = null;
  const closing: { done: Promise<void> | null } = { done: null };
  const wish = { close: false };

  // Ctrl-C reaches whoever is in front by itself; this process only has to be there after it.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) process.on(signal, () => undefined);
  // Who asks ends the agent, in the time that it gives; here it only has to be known that no shell is wanted.
  process.on('SIGTERM', () => {
    wish.close = true;
    shell?.kill('SIGHUP');
  });
  const close = async (): Promise<void> => {
    const all = await listProcesses();
    // Seen before they are asked to go: what loses its parent could not be told from others on every system.
    const seen = await findFamily(
      family,
      all.filter(({ pid }) => pid === agent?.pid),
    );
    agent?.kill('SIGHUP');
    shell?.kill('SIGHUP');
    await endFamily(family, seen, closingMs);
    note({ state: 'closed' });
    process.exit(0);
  };
  process.on('SIGHUP', () => void (closing.done ??= close()));

  const run = (
    argv: PlaceRequest['argv'],
    env: NodeJS.ProcessEnv,
    onStart: (child: ChildProcess) => void,
  ): Promise<End> =>
    new Promise((resolve) => {
      const [program, ...args] = argv;
      const child = spawn(program, args, { cwd: request.cwd, env, stdio: 'inherit' });
      child.once('spawn', () => onStart(child));
      child.once('error', (error) => resolve({ code: null, signal: null, reason: error.message }));
      child.once('exit', (code, signal) => resolve({ code, signal, reason: null }));
    });
  const withTerm = (env: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
    ...env,
    TERM: process.env['TERM'] ?? 'dumb',
  });

  const end = await run(request.argv, withTerm(agentEnv), (child) => {
    agent = child;
    if (wish.close) child.kill('SIGTERM');
    const pid = child.pid ?? 0;
    void startTimeOf(pid).then((startTime) => {
      // It may have ended in the meantime.
      if (agent !== null) note({ state: 'agent', agent: { pid, startTime } });
    });
  });
  agent = null;
  const { code, signal, reason } = end;
  // Nobody is there any more who could use a shell.
  await closing.done;
  if (reason !== null) return note({ state: 'failed', reason });
  if (wish.close) return note({ state: 'closed', code, signal });
  note({ state: 'shell', code, signal });
  await calmDown();
  process.stdout.write(`\r\n${request.ended.replaceAll('{code}', String(code ?? signal ?? '?'))}\r\n\r\n`);
  if (!wish.close) await run([request.shell], withTerm(request.env), (child) => void (shell = child));
  await closing.done;
  note({ state: 'closed', code, signal });
}

/** Takes the right to start the session; null when it was taken before. Whoever has it writes the note. */
async function claim({ id, key, note: path }: PlaceRequest): Promise<((change: Partial<PlaceNote>) => void) | null> {
  const keeper = { pid: process.pid, startTime: await startTimeOf(process.pid) };
  const none = { agent: null, code: null, signal: null, reason: null };
  let current: PlaceNote = { id, key, keeper, ...none, state: 'starting', since: isoSeconds(Date.now()) };
  const temporary = `${path}.${process.pid}.claim`;
  writeFileSync(temporary, `${JSON.stringify(current)}\n`, { mode: 0o600 });
  try {
    // Either it is there, whole, or somebody else's is.
    linkSync(temporary, path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  return (change) => {
    current = { ...current, ...change, since: isoSeconds(Date.now()) };
    writeAtomically(path, `${JSON.stringify(current)}\n`);
  };
}

void main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
