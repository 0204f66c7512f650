import { ok } from '../../base/result.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { Role, Topology } from '../../core/topology/types.ts';
import type { JobWish } from '../../app/delegation/submit.ts';
import { kindOfRole } from '../../app/views/delegateChoices.ts';
import { topologyOf } from '../../protocol/settings.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import type { Frame } from './askSteps.ts';
import { splitClaims } from './askClaims.ts';
import { askJobClaims, askPlace, askPrompt, askRole, askWorker, type Worker } from './delegateQuestions.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { handJob, plainJob } from './handJob.ts';
import type { Doer } from './handOver.ts';

interface Choice {
  role: Role | null;
  worker: Worker | null;
  /** Where a new session works. */
  place: string;
  claims: string;
  prompt: string;
}

type Question = keyof Choice;

/** What there is to ask: a session that is open has its place already. */
const questionsOf = (given: AgentSession | undefined, { worker }: Choice): readonly Question[] => {
  if (given !== undefined) return ['claims', 'prompt'];
  const place: readonly Question[] = worker !== null && 'session' in worker ? [] : ['place'];
  return ['role', 'worker', ...place, 'claims', 'prompt'];
};

/** Asks one question and keeps the answer. */
const ask = async (
  deps: CommandDeps,
  topology: Topology,
  question: Question,
  choice: Choice,
  frame: Frame,
): Promise<'next' | 'back' | 'away'> => {
  switch (question) {
    case 'role': {
      const role = await askRole(topology, frame);
      if (role.kind === 'next') choice.role = role.value.role;
      return role.kind;
    }
    case 'worker': {
      const worker = await askWorker(deps, frame);
      if (worker.kind === 'next') choice.worker = worker.value.worker;
      return worker.kind;
    }
    case 'place': {
      const place = await askPlace(deps, frame);
      if (place.kind === 'next') choice.place = place.value;
      return place.kind;
    }
    case 'claims': {
      const claims = await askJobClaims(frame, choice.claims);
      choice.claims = claims.text;
      return claims.kind;
    }
    case 'prompt': {
      const prompt = await askPrompt(frame, choice.prompt);
      choice.prompt = prompt.text;
      return prompt.kind;
    }
  }
};

/** One question after another, with a way back; undefined when the person turned away. */
const askAll = async (
  deps: CommandDeps,
  topology: Topology,
  given: AgentSession | undefined,
): Promise<Choice | undefined> => {
  const worker = given === undefined ? null : { session: given };
  const choice: Choice = { role: null, worker, place: '', ...draftOf(deps) };
  for (let at = 0; ;) {
    const questions = questionsOf(given, choice);
    const question = questions[at];
    if (question === undefined) return choice;
    const title = t('Delegate Job');
    const answer = await ask(deps, topology, question, choice, { title, step: at + 1, steps: questions.length });
    const { claims, prompt } = choice;
    await deps.memory.update(draftKey, { claims, prompt } satisfies Draft);
    if (answer === 'away') return undefined;
    at += answer === 'back' ? -1 : 1;
  }
};

/** What was written for a job that was never handed over; kept until one is. */
const draftKey = 'delegateJob.draft';

type Draft = Pick<Choice, 'claims' | 'prompt'>;

const draftOf = ({ memory }: CommandDeps): Draft => ({
  claims: '',
  prompt: '',
  ...memory.get<Partial<Draft>>(draftKey),
});

const doerOf = (worker: Worker, { role, place }: Choice): Doer =>
  'session' in worker
    ? { session: worker.session }
    : {
        wish: {
          agent: worker.agent,
          backend: 'editor',
          cwd: place,
          name: null,
          role: role?.session ?? null,
          controlPlane: null,
        },
      };

const wishOf = (choice: Choice): Omit<JobWish, 'session'> => ({
  ...plainJob,
  kind: kindOfRole(choice.role),
  role: choice.role?.session ?? null,
  prompt: choice.prompt,
  claims: splitClaims(choice.claims),
});

/** Hands a job to an agent: to a session that is open, or to a new one in a worktree. */
export const createDelegateJob =
  (deps: CommandDeps): CommandHandler =>
  async (id, prompt) => {
    const { app } = deps;
    if (prompt !== undefined) await deps.memory.update(draftKey, { ...draftOf(deps), prompt } satisfies Draft);
    const team = app.state.topology === null ? topologyOf(deps.settings()) : ok(app.state.topology);
    if (!team.ok) return showProblem(team.error);
    const choice = await askAll(deps, team.value, id === undefined ? undefined : app.state.agentSessions[id]);
    if (choice === undefined || choice.worker === null) return;
    if (await handJob(deps, doerOf(choice.worker, choice), wishOf(choice)))
      await deps.memory.update(draftKey, undefined);
  };
