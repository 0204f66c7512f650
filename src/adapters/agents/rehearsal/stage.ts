import { execFileSync } from 'node:child_process';
import type { BriefHead } from '../../../protocol/agents/brief.ts';
import type { RehearsalEvent } from '../../../protocol/agents/rehearsalEvents.ts';

/** Where the rehearsal agent works, and how it speaks. */
export interface Stage {
  readonly cwd: string;
  readonly head: BriefHead;
  /** The task's title, for what it writes. */
  readonly title: string;
  emit(event: RehearsalEvent): void;
  /** Asks a person and resolves with their answer; not there where nobody talks with it. */
  ask?(question: string): Promise<void>;
}

/** The title in a brief's first heading `# Role: T-1 - Title`, else the task's id. */
export function readTitle(brief: string, head: BriefHead): string {
  const heading = brief.split('\n').find((line) => line.startsWith('# ')) ?? '';
  const mark = `${head.task} - `;
  return heading.includes(mark) ? heading.slice(heading.indexOf(mark) + mark.length).trim() : head.task;
}

/** Git in the worktree, without the repository's hooks and without the user's settings. Throws with git's words. */
export function git(cwd: string, ...args: readonly string[]): string {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
  };
  const settings = [
    '-c',
    'core.hooksPath=/dev/null',
    '-c',
    'safe.directory=*',
    '-c',
    'user.name=Rehearsal',
    '-c',
    'user.email=rehearsal@localhost',
  ];
  return execFileSync('git', [...settings, ...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
