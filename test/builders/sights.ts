import { laterThan } from '../../src/base/clock.ts';
import { problem } from '../../src/base/problem.ts';
import { sightToRecord } from '../../src/core/agentSession/sight.ts';
import { sources, type Activity, type AgentSession, type Source } from '../../src/core/agentSession/types.ts';

const start = '2026-01-31T12:00:00Z';

/** The time `seconds` after the sessions of tests were started. */
export const after = (seconds: number): string => laterThan(start, seconds * 1000);

export const working: Activity = { kind: 'working' };
export const idle: Activity = { kind: 'idle' };
export const quiet: Activity = { kind: 'quiet' };
export const starting: Activity = { kind: 'starting' };
export const lost: Activity = { kind: 'unobservable', problem: problem('test.lost', 'The server is gone.') };
export const asks = (
  text = 'Run it?',
  need: 'permission' | 'trust' | 'signIn' | 'question' = 'permission',
): Activity => ({
  kind: 'needsYou',
  need,
  text,
});

/** Second, source and what it says then. */
export type Said = readonly [seconds: number, source: Source, activity: Activity];

const words: Readonly<Record<string, Activity>> = {
  working,
  idle,
  quiet,
  starting,
  lost,
  asks: asks(),
  asksTrust: asks('Trust it?', 'trust'),
  asksSignIn: asks('Sign in.', 'signIn'),
  limited: { kind: 'limited', until: null },
  limited600: { kind: 'limited', until: after(600) },
};

/** `1 hook working, 9 screen asks`. */
export const tell = (text: string): readonly Said[] =>
  text === ''
    ? []
    : text.split(', ').map((part): Said => {
        const [seconds, source, word] = part.split(' ');
        const activity = words[word ?? ''];
        const from = sources.find((one) => one === source);
        if (activity === undefined || from === undefined) throw new Error(`No sight: ${part}`);
        return [Number(seconds), from, activity];
      });

/** The sights that are kept of what was said, one after the other. */
export function sightsOf(...said: readonly Said[]): AgentSession['sights'] {
  let sights: AgentSession['sights'] = {};
  for (const [seconds, source, activity] of said) {
    const sight = sightToRecord({ sights, prompted: -1 }, source, activity, {
      at: after(seconds),
      awakeMs: seconds * 1000,
    });
    if (sight) sights = { ...sights, [source]: sight };
  }
  return sights;
}

/** A session whose process runs since the beginning. */
export const aSession = (changes: Partial<AgentSession> = {}): AgentSession => ({
  id: 's1',
  name: 'implementer-codex-s1',
  agent: 'codex',
  backend: 'tmux',
  cwd: '/repo',
  worktree: null,
  role: 'implementer',
  controlPlane: {
    workspaceRoot: '/repo',
    agentSessionsYaml: '/repo/.mam/agent-sessions.yaml',
    mamJobsDir: '/repo/.mam/jobs',
    delegateJobLogsDir: '/repo/.mam/delegate_job_logs',
  },
  conversation: null,
  generation: 1,
  handle: '%1',
  process: null,
  stopping: false,
  ended: null,
  sights: {},
  prompted: -1,
  job: null,
  spoken: false,
  lingers: null,
  openedAt: start,
  startedAt: start,
  ...changes,
});
