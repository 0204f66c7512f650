import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import type { PageChoice } from '../../protocol/packetParts.ts';
import type { PacketQuestion } from '../../protocol/webview.ts';
import { askedAbout, questionOf } from '../askAbout.ts';
import { action } from './actions.ts';
import { jobWords } from './delegatedJobs.ts';
import { roleName } from './select.ts';
import { phrase } from './words.ts';
import type { ViewContext } from './viewContext.ts';

export const askChoices = (ctx: ViewContext, state: State, run: Run): readonly PageChoice[] =>
  askedAbout(run).map(({ session, agent }) => ({
    id: session,
    title: `${ctx.t(roleName(state, session))} (${agent})`,
  }));

/** What was asked about this change, with the way to each answer. */
export const packetQuestions = (ctx: ViewContext, state: State, run: Run): readonly PacketQuestion[] =>
  Object.values(state.delegations)
    .filter((job) => job.task === run.task.id && job.createdAt >= run.startedAt)
    .flatMap((job) => {
      const question = questionOf(job.prompt);
      if (question === null) return [];
      const { text, icon, tone } = jobWords(ctx, job);
      const open = job.status === 'completed' ? action(ctx.t, 'openReport', job.id) : action(ctx.t, 'openJob', job.id);
      return [
        {
          text: phrase(job.agent, question),
          mark: { words: text, icon, tone },
          open: { ...open, primary: false, disabled: null },
        },
      ];
    });
