import type { Problem } from '../../base/problem.ts';
import { exit } from '../cli.ts';

/** What the caller can mend by asking for something else: a name, a place, an agent, a binding. */
const usage: ReadonlySet<string> = new Set([
  'session.badName',
  'session.badPlace',
  'session.exists',
  'session.unknown',
  'session.placeGone',
  'session.placeElsewhere',
  'session.otherPlace',
  'session.needsScreen',
  'session.noCommand',
  'session.noResume',
  'session.noConversation',
  'session.neverBegan',
  'session.backendAbsent',
  'worktree.notIsolated',
  'agent.unknown',
  'job.unknown',
  'job.exists',
  'job.badId',
  'job.badPath',
  'job.badLimit',
  'job.noPrompt',
  'job.secret',
  'job.noSession',
  'job.noDoer',
  'job.noneOfRole',
  'job.otherAgent',
  'job.otherPlace',
  'claims.invalid',
  'job.answerOneLine',
]);

/** The exit code that a problem of a session or a job ends with. */
export function exitOf({ code }: Problem): number {
  if (code === 'session.busy') return exit.busy;
  return usage.has(code) || code.startsWith('binding.') ? exit.usage : exit.blocked;
}
