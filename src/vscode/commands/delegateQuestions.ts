import { QuickPickItemKind } from 'vscode';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { Role, Topology } from '../../core/topology/types.ts';
import { delegateRoles, kindOfRole, openSessions, outsideClaim } from '../../app/views/delegateChoices.ts';
import { sentenceOf, t } from '../translate.ts';
import { askPick, askText, type Answered, type Frame, type PickItem } from './askSteps.ts';
import { splitClaims } from './askClaims.ts';
import type { CommandDeps } from './deps.ts';
import { mayDisturb } from './launchTerminal.ts';
import { describeSession } from './pickAgentSession.ts';
import { placeItems } from './pickPlace.ts';
import type { Answer } from './steps.ts';

/** Who does it: a session that is open, or a new one of an agent. */
export type Worker = { readonly session: AgentSession } | { readonly agent: string; readonly name: string };

interface RoleItem extends PickItem {
  readonly role: Role | null;
}

interface WorkerItem extends PickItem {
  readonly worker: Worker | null;
}

/** As what it is done. */
export const askRole = (topology: Topology, frame: Frame): Promise<Answered<RoleItem>> =>
  askPick(frame, t('As which role?'), [
    { label: t('No role'), description: t('a job of its own'), role: null },
    ...delegateRoles(topology).map((role) => ({
      label: t(role.name),
      description: kindOfRole(role) === 'review' ? t('ends with a verdict') : '',
      detail: t(role.focus),
      role,
    })),
  ]);

const separator = (label: string): WorkerItem => ({ label, kind: QuickPickItemKind.Separator, worker: null });

const sessionItems = ({ app }: CommandDeps): readonly WorkerItem[] =>
  openSessions(app.state).map((session) => ({
    label: `$(comment-discussion) ${session.name}`,
    description: describeSession(app, session),
    ...(session.job === null ? {} : { detail: t('works on {job}; this one waits for it', { job: session.job }) }),
    worker: { session },
  }));

const agentItem = (agent: { readonly id: string; readonly name: string }, refused?: string): WorkerItem => ({
  label: `$(add) ${t('New session of {agent}', { agent: agent.name })}`,
  ...(refused === undefined ? {} : { description: `$(circle-slash) ${refused}`, refused }),
  worker: { agent: agent.id, name: agent.name },
});

const workerItems = (deps: CommandDeps, agents: readonly WorkerItem[]): readonly WorkerItem[] => {
  const sessions = sessionItems(deps);
  return [
    ...(sessions.length === 0 ? [] : [separator(t('Open sessions')), ...sessions]),
    separator(t('New session')),
    ...agents,
  ];
};

/** Who does it. */
export const askWorker = (deps: CommandDeps, frame: Frame): Promise<Answered<WorkerItem>> => {
  const agents = deps.app.agents().filter(({ person }) => person !== true);
  // Asking each program takes a moment, and the list is there before.
  const probed = Promise.all(
    agents.map(async (agent) => {
      const status = await deps.app.probeAgent(agent.id);
      return agentItem(agent, status.kind === 'ready' ? undefined : sentenceOf(status.problem));
    }),
  ).then((items) => workerItems(deps, items));
  return askPick(
    frame,
    t('Which agent does it?'),
    workerItems(
      deps,
      agents.map((one) => agentItem(one)),
    ),
    probed,
  );
};

/** The place of a new session; the question comes again when no worktree was made. */
export const askPlace = async (deps: CommandDeps, frame: Frame): Promise<Answered<string>> => {
  for (;;) {
    const picked = await askPick(frame, t('In which worktree?'), placeItems(deps));
    if (picked.kind !== 'next') return picked;
    const path = await picked.value.choose();
    if (path !== undefined && (await mayDisturb(deps, path))) return { kind: 'next', value: path };
  }
};

const claimsError = (text: string): string | undefined => {
  const outside = outsideClaim(splitClaims(text));
  return outside === undefined
    ? undefined
    : t('{claim} is outside the repository. Write it relative to its root.', { claim: outside });
};

/** What it may change; nothing is an answer, too. */
export const askJobClaims = (frame: Frame, value: string): Promise<Answer> =>
  askText(
    frame,
    {
      key: 'claims',
      prompt: t('Files that it may change; empty for a job that only looks and reports'),
      placeHolder: 'src/fetch.ts, test/fetch/**',
      check: claimsError,
    },
    value,
  );

export const askPrompt = (frame: Frame, value: string): Promise<Answer> =>
  askText(
    frame,
    {
      key: 'prompt',
      prompt: t('What is to be done, and how will you know that it is?'),
      placeHolder: t('Find out why the fetcher gives up after one try, and report what would mend it.'),
      check: (text) => (text.trim() === '' ? t('Say what is to be done.') : undefined),
    },
    value,
  );
