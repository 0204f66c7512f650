import { readFile } from 'node:fs/promises';
import type { Actor } from '../core/actor.ts';
import type { Environment } from './cli.ts';

/**
 * Set by MAM in everything that it starts: a lane, a check, an agent in a terminal, a team. The last one omc sets in each
 * of its workers: a tmux server that was there before hands on none of MAM's, and hides who asked for them.
 */
const marks = ['MAM_JOB', 'MAM_LANE', 'MAM_TERMINAL', 'MAM_SESSION', 'OMC_TEAM_WORKER'] as const;
/** More ancestors than any real process has. */
const mostAncestors = 200;

/** What can be seen of one process; null when it is gone or belongs to somebody else. */
export interface ProcessView {
  readonly parent: number;
  readonly env: Environment;
}

export type LookAt = (pid: number) => Promise<ProcessView | null>;

/**
 * Who calls: a person, unless MAM started this process or one of its ancestors. An agent that clears its own
 * environment is still found by its lane's leader above it.
 */
export async function actorOf(env: Environment, parent: number, look: LookAt = lookInProc): Promise<Actor> {
  const own = markOf(env);
  if (own !== null) return { kind: 'job', id: own };
  let pid = parent;
  for (let n = 0; n < mostAncestors && pid > 1; n++) {
    const seen = await look(pid);
    if (seen === null) break;
    const mark = markOf(seen.env);
    if (mark !== null) return { kind: 'job', id: mark };
    pid = seen.parent;
  }
  return { kind: 'person', id: env['USER'] || env['LOGNAME'] || env['USERNAME'] || 'cli' };
}

const markOf = (env: Environment): string | null => marks.map((name) => env[name]).find((value) => value) ?? null;

/** Linux only; elsewhere the own environment, which every child inherits, has to do. */
async function lookInProc(pid: number): Promise<ProcessView | null> {
  try {
    const [stat, environ] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      // Another user's process can't be read; its parents still can.
      readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
    ]);
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return { parent, env: Object.fromEntries(environ.split('\0').map((line) => line.split(/=(.*)/s, 2))) };
  } catch {
    return null;
  }
}
