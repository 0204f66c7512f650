import { problem, type Problem } from '../../base/problem.ts';
import type { App } from '../../app/app.ts';
import { askedAbout, questionPrompt, type Asked } from '../../app/askAbout.ts';
import { openSessions } from '../../app/views/delegateChoices.ts';
import { createHandOver, type Doer, type HandOverApp } from '../commands/handOver.ts';

interface AskApp extends HandOverApp {
  readonly state: App['state'];
  readonly facts: Pick<App['facts'], 'controlRoot'>;
}

/** A session of that agent that is free, else a new one. */
const doerOf = ({ state, facts }: AskApp, { agent }: Asked): Doer => {
  const free = openSessions(state).find((one) => one.agent === agent && one.job === null);
  if (free !== undefined) return { session: free };
  const wish = { agent, backend: 'editor', name: null, role: null, controlPlane: null } as const;
  return { wish: { ...wish, cwd: facts.controlRoot } };
};

/** Asks whoever wrote or judged a change, as a job that only answers; null when it was handed over. */
export const askQuestion = async (app: AskApp, id: string, to: string, question: string): Promise<Problem | null> => {
  const run = app.state.runs[id];
  const asked = run && askedAbout(run).find(({ session }) => session === to);
  if (run === undefined || asked === undefined)
    return problem('packet.nobodyToAsk', 'Nobody of that role worked on this change. Choose somebody else to ask.');
  const hand = createHandOver({ app }, doerOf(app, asked), {
    id: null,
    agent: null,
    kind: 'work',
    role: null,
    prompt: questionPrompt(run, question),
    workdir: null,
    claims: [],
    outside: false,
    timeoutMs: 0,
    idleTimeoutMs: 0,
    expectedArtifacts: [],
    task: run.task.id,
    queue: true,
  });
  const done = await hand(new Promise(() => undefined));
  return done.ok ? null : done.error;
};
