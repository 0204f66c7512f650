import { mkdtemp, rm } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLanes } from '../../../src/adapters/agents/lanes.ts';
import { createRegistry } from '../../../src/adapters/agents/registry.ts';
import { listProcesses, startTimeOf } from '../../../src/adapters/process/processTable.ts';
import type { FindProgram } from '../../../src/adapters/process/shellPath.ts';
import { createSupervisor, type Supervisor } from '../../../src/adapters/process/supervisor/client.ts';
import type { Lanes, LaneSpec } from '../../../src/app/ports/agents.ts';
import type { CustomAgent } from '../../../src/protocol/customAgents.ts';
import { laneStartedFile, type LaneStartedFile } from '../../../src/protocol/agents/laneFiles.ts';
import { supervisorEndpoint } from '../../../src/protocol/agents/supervisorMessages.ts';

const source = join(import.meta.dirname, '../../../src/adapters');
export const supervisorProgram = join(source, 'process/supervisor/main.ts');
export const rehearsalProgram = [process.execPath, join(source, 'agents/rehearsal/main.ts')] as const;
const guardProgram = [process.execPath, join(source, 'agents/guard/main.ts')] as const;

/** A control root's folder with the real supervisor, in a temporary folder. */
export interface Supervised {
  readonly root: string;
  readonly supervisor: Supervisor;
  readonly lanes: Lanes;
  /** Pid of the supervisor that says where it listens. */
  pid(): number;
  /** Another host of the same control root. */
  another(): { readonly supervisor: Supervisor; readonly lanes: Lanes };
  /** Waits until the supervisor has ended by itself, and fails if it leaves anything; then removes the folder. */
  close(): Promise<void>;
}

export interface SupervisedOptions {
  readonly idleMs?: number;
  readonly stdoutLimit?: number;
  readonly graceMs?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly folder?: string;
  readonly custom?: readonly CustomAgent[];
  readonly find?: FindProgram;
}

export async function supervised(options: SupervisedOptions = {}): Promise<Supervised> {
  const root = await mkdtemp(join(tmpdir(), 'mam-lanes-'));
  const folder = join(root, options.folder ?? 'mam');
  const registry = createRegistry({
    rehearsalProgram,
    guardProgram,
    custom: () => options.custom ?? [],
    signIn: () => 'any',
    ...(options.find ? { find: options.find } : {}),
  });
  const hosts: Supervisor[] = [];
  const another: Supervised['another'] = () => {
    const supervisor = createSupervisor({
      folder,
      program: supervisorProgram,
      idleMs: options.idleMs ?? 100,
      stdoutLimit: options.stdoutLimit ?? 1024 * 1024,
    });
    hosts.push(supervisor);
    return {
      supervisor,
      lanes: createLanes({ supervisor, registry, env: options.env ?? process.env, graceMs: options.graceMs ?? 5000 }),
    };
  };
  const pids = new Set<number>();
  const pid = (): number => {
    const found = supervisorEndpoint.parse(JSON.parse(readFileSync(join(folder, 'supervisor.json'), 'utf8'))).pid;
    pids.add(found);
    return found;
  };
  return {
    root,
    ...another(),
    pid,
    another,
    async close() {
      if (existsSync(join(folder, 'supervisor.json'))) pid();
      for (const host of hosts) host.dispose();
      for (const one of pids) await until(async () => (await startTimeOf(one)) === null, `supervisor ${one} to end`);
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Which process serves a lane. */
export const startedFile = (spec: LaneSpec): LaneStartedFile =>
  laneStartedFile.parse(JSON.parse(readFileSync(join(spec.folder, 'started.json'), 'utf8')));

/** Polls a condition of the world outside; fails after ten seconds, or what is said in milliseconds. */
export async function until(condition: () => boolean | Promise<boolean>, what: string, most = 10_000): Promise<void> {
  const deadline = performance.now() + most;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await delay(20);
  }
}

/** Seconds for a sleep that nobody else's is as long as: the same tests may run twice on one machine. */
export const ownSleep = (n: number): string => `${599_000 + n}${String(process.pid).padStart(7, '0')}`;

/** Whether a living process has exactly this command line: a shell that is about to start it doesn't count. */
export async function anyProcessOf(command: string): Promise<boolean> {
  const all = await listProcesses();
  return all.some((entry) => !entry.zombie && commandLine(entry.pid).trimEnd() === command);
}

/** Whether any living process was started with this text in its command line. */
export async function anyProcessWith(text: string): Promise<boolean> {
  const all = await listProcesses();
  return all.some((entry) => !entry.zombie && commandLine(entry.pid).includes(text));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
