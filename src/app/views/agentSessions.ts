import { canResume } from '../../core/agentSession/canResume.ts';
import type { SessionStatus } from '../../core/agentSession/status.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import { isOver } from '../../core/delegation/attempts.ts';
import { action } from './actions.ts';
import { delegatedNode } from './delegatedJobs.ts';
import { keep } from './kept.ts';
import { sessionLooks, type SessionLook } from './sessionLooks.ts';
import { escapeMarkdown, treeNode, type TreeNode } from './treeNode.ts';
import { sentence, type Scene, type ViewContext } from './viewContext.ts';
import { folderName, phrase } from './words.ts';

/** Ended jobs that a session's row still shows: the last one. */
const endedShown = 1;

/** What a row's menu offers. */
const kindOf = (session: AgentSession, status: SessionStatus): string => {
  if (session.ended) return canResume(session) ? 'agent.ended' : 'agent.failed';
  if (session.stopping) return 'agent.stopping';
  return status.kind === 'needsYou' ? 'agent.asks' : 'agent.live';
};

const childrenOf = (ctx: ViewContext, { jobs, missing }: SessionLook): readonly TreeNode[] => {
  const rows = jobs.map((job, n) => ({ job, missing: missing[n] ?? [] }));
  const open = rows.filter(({ job }) => !isOver(job));
  const shown = open.length > 0 ? open : rows.slice(-endedShown);
  return shown.map((one) => delegatedNode(ctx, one.job, one.missing));
};

/** The row of a session; the same one as before where it would say the same. */
export const agentSessionNode = (ctx: ViewContext, look: SessionLook): TreeNode =>
  keep(ctx.kept?.rows, look, [], () => sessionNode(ctx, look));

const sessionNode = (ctx: ViewContext, look: SessionLook): TreeNode => {
  const { session, status, words, jobs } = look;
  const waiting = jobs.filter((job) => job.status === 'pending').length;
  const queued = waiting === 0 ? null : ctx.t('{count} waiting', { count: waiting });
  return treeNode({
    id: `agent:${session.id}`,
    label: session.name,
    description: phrase(session.agent, words.text, session.role, folderName(session.cwd), queued),
    icon: words.icon,
    tone: words.tone,
    contextValue: kindOf(session, status),
    subject: { session: session.id, path: session.cwd, ...(session.job === null ? {} : { job: session.job }) },
    children: childrenOf(ctx, look),
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
const inOrder = (looks: readonly SessionLook[]): readonly SessionLook[] =>
  looks.toSorted(
    ({ session: a }, { session: b }) =>
      Number(a.ended !== null) - Number(b.ended !== null) ||
      (a.openedAt < b.openedAt ? -1 : Number(a.openedAt > b.openedAt)),
  );

/** The seat of the team that a session was opened for; null for one of its own. */
const seatOf = (state: Scene['state'], { session }: SessionLook): string | null =>
  state.topology?.roles.some((role) => role.session === session.role) === true ? session.role : null;

/** Sessions that were opened for a seat of the team. */
export const sessionsOfSeat = (ctx: ViewContext, scene: Scene, seat: string): readonly SessionLook[] =>
  inOrder(sessionLooks(ctx, scene).filter((look) => seatOf(scene.state, look) === seat));

/** A row for each agent session that is in no seat, below the seats of the loop. */
export const agentSessionsView = (ctx: ViewContext, scene: Scene): readonly TreeNode[] =>
  inOrder(sessionLooks(ctx, scene).filter((look) => seatOf(scene.state, look) === null)).map((look) =>
    agentSessionNode(ctx, look),
  );

/**
 * What the rows of living sessions say, which may become another with the time alone: how long it works, that it has been
 * silent for long, what its job is short of. Null where none lives.
 */
export const liveWords = (ctx: ViewContext, scene: Scene): string | null => {
  const live = sessionLooks(ctx, scene).filter(({ session }) => session.ended === null);
  if (live.length === 0) return null;
  return live.map((look) => keep(ctx.kept?.lines, look, [], () => linesOf(ctx, look))).join('\n');
};

const linesOf = (ctx: ViewContext, { words, missing }: SessionLook): string =>
  [words.text, ...missing.flat().map((one) => sentence(ctx, one))].join('\n');
