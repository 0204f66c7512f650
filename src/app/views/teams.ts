import type { State } from '../../core/state.ts';
import type { Team } from '../../core/team/types.ts';
import { treeNode, type TreeNode } from './treeNode.ts';
import { phrase, since } from './words.ts';
import type { ViewContext } from './viewContext.ts';

/** Teams of another program that are at work, or are being shut down. */
export const runningTeams = ({ teams }: Pick<State, 'teams'>): readonly Team[] =>
  Object.values(teams).filter((team) => team.decision === 'running');

/** What a running team does, and for which task. */
export function teamWords(ctx: ViewContext, team: Team): string {
  const { t } = ctx;
  const tasks = team.summary?.tasks;
  const isEnding = team.blockers.length > 0 || team.patches !== null;
  return phrase(
    team.name,
    isEnding ? t('shutting down') : t('working, {time}', { time: since(ctx, team.startedAt) }),
    tasks && t('{done} of {all} tasks done', { done: tasks.completed, all: tasks.total }),
    team.task,
  );
}

/** Its row beside the seats: its workers are no lanes of MAM, so no seat has them. */
export const teamNode = (ctx: ViewContext, team: Team): TreeNode =>
  treeNode({
    id: `team:${team.id}`,
    label: ctx.t('Team of omc'),
    description: teamWords(ctx, team),
    icon: 'sync~spin',
    tone: 'active',
    contextValue: 'team',
    subject: team.task === null ? {} : { task: team.task },
  });
