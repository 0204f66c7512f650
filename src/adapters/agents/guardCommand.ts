import { join } from 'node:path';
import type { LaneSpec } from '../../app/ports/agents.ts';
import type { Program } from './agent.ts';
import type { GuardPolicy } from './guard/judgeCall.ts';

/** Characters of a policy that fit into a command line everywhere; a claim of more is not handed over. */
const longestPolicy = 60_000;

/**
 * The shell line by which an agent calls the hook of its lane. The policy is a part of it, and so of the command that the
 * agent was started with: a lane can't change it. Null for a reader, without the program, and on Windows, where agents
 * differ in the shell that they start hooks with.
 */
export function guardCommand(
  program: Program | null,
  spec: Pick<LaneSpec, 'cwd' | 'folder' | 'policy'>,
): string | null {
  if (program === null || spec.policy === undefined || process.platform === 'win32') return null;
  const policy: GuardPolicy = {
    worktree: spec.cwd,
    claims: spec.policy.claims,
    controlRoot: spec.policy.controlRoot,
    log: join(spec.folder, 'guard.jsonl'),
  };
  const word = Buffer.from(JSON.stringify(policy)).toString('base64url');
  if (word.length > longestPolicy) return null;
  // In the editor the program's runtime is Electron, which is Node only when it is told so.
  return `ELECTRON_RUN_AS_NODE=1 ${[...program, word].map(quote).join(' ')}`;
}

const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
