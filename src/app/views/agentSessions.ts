import { canResume } from '../../core/agentSession/canResume.ts';
import { statusOf, type SessionStatus } from '../../core/agentSession/status.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import { isOver } from '../../core/delegation/attempts.ts';
import { jobsBySession, type JobsOf } from '../../core/delegation/bySession.ts';
import type { State } from '../../core/state.ts';
import { action } from './actions.ts';
import { delegatedNode, missingWords } from './delegatedJobs.ts';
import { sessionWords } from './sessionWords.ts';
import { escapeMarkdown, treeNode, type TreeNode } from './treeNode.ts';
import type { Scene, ViewContext } from './viewContext.ts';
import { folderName, phrase } from './words.ts';

/** Ended jobs that a session's row still shows: the last one. */
const endedShown = 1;

/** What a row's menu offers. */
const kindOf = (session: AgentSession, status: SessionStatus): string => {
  if (session.ended) return canResume(session) ? 'agent.ended' : 'agent.failed';
  if (session.stopping) return 'agent.stopping';
  return status.kind === 'needsYou' ? 'agent.asks' : 'agent.live';
};

const childrenOf = (ctx: ViewContext, scene: Scene, session: AgentSession, jobsOf: JobsOf): readonly TreeNode[] => {
  const jobs = jobsOf(session.id);
  const open = jobs.filter((job) => !isOver(job));
  const ended = jobs.filter(isOver).slice(-endedShown);
  return [...open, ...(open.length === 0 ? ended : [])].map((job) => delegatedNode(ctx, scene, job));
};

const sessionNode = (ctx: ViewContext, scene: Scene, session: AgentSession, jobsOf: JobsOf): TreeNode => {
  const status = statusOf(scene.state, session, ctx.now(), jobsOf);
  const words = sessionWords(ctx, session, status);
  const waiting = jobsOf(session.id).filter((job) => job.status === 'pending').length;
  const queued = waiting === 0 ? null : ctx.t('{count} waiting', { count: waiting });
  return treeNode({
    id: `agent:${session.id}`,
    label: session.name,
    description: phrase(session.agent, words.text, session.role, folderName(session.cwd), queued),
    icon: words.icon,
    tone: words.tone,
    contextValue: kindOf(session, status),
    subject: { session: session.id, path: session.cwd, ...(session.job === null ? {} : { job: session.job }) },
    children: childrenOf(ctx, scene, session, jobsOf),
    action: action(ctx.t, 'showSession', session.id),
    tooltip: [
      `**${escapeMarkdown(session.name)}** ${escapeMarkdown(words.text)}`,
      escapeMarkdown(words.detail ?? ''),
      escapeMarkdown(words.source),
      escapeMarkdown(
        ctx.t('{agent} in {backend}, {folder}', {
          agent: session.agent,
          backend: session.backend,
          folder: session.cwd,
        }),
      ),
      escapeMarkdown(
        session.conversation === null
          ? ''
          : ctx.t('Conversation {conversation}', { conversation: session.conversation }),
      ),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    accessibilityLabel: [session.name, session.agent, words.text, words.detail, words.source]
      .filter((part) => part !== null)
      .join(', '),
  });
};

/** Those that live before those that ended, each in the order in which they were opened: rows must not jump about. */
const inOrder = ({ agentSessions }: State): readonly AgentSession[] =>
  Object.values(agentSessions).toSorted(
    (a, b) => Number(a.ended !== null) - Number(b.ended !== null) || a.openedAt.localeCompare(b.openedAt),
  );

/** A row for each agent session, below the seats of the loop. */
export const agentSessionsView = (ctx: ViewContext, scene: Scene): readonly TreeNode[] => {
  const jobsOf = jobsBySession(scene.state);
  return inOrder(scene.state).map((session) => sessionNode(ctx, scene, session, jobsOf));
};

/**
 * What the rows of living sessions say, which may become another with the time alone: how long it works, that it has been
 * silent for long, what its job is short of. Null where none lives.
 */
export const liveWords = (ctx: ViewContext, scene: Scene): string | null => {
  const { state } = scene;
  const live = Object.values(state.agentSessions).filter(({ ended }) => ended === null);
  if (live.length === 0) return null;
  const jobsOf = jobsBySession(state);
  return live
    .flatMap((session) => [
      sessionWords(ctx, session, statusOf(state, session, ctx.now(), jobsOf)).text,
      ...jobsOf(session.id).flatMap((job) => missingWords(ctx, scene, job)),
    ])
    .join('\n');
};
