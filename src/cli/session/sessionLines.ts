import { statusOf } from '../../core/agentSession/status.ts';
import type { State } from '../../core/state.ts';
import { sessionWords } from '../../app/views/sessionWords.ts';
import type { ViewContext } from '../../app/views/viewContext.ts';
import { waitsOf } from '../../app/views/waits.ts';
import { sessionData } from './sessionData.ts';

interface Line {
  readonly text: string;
  /** A person is waited for. */
  readonly waits: boolean;
}

/** What waits for a person, then every other session that has not ended. */
export function sessionLines(ctx: ViewContext, state: State): readonly Line[] {
  const waits = waitsOf(ctx, { state });
  const told = new Set(waits.map(({ session }) => session.id));
  const others = Object.values(state.agentSessions).filter(({ id, ended }) => ended === null && !told.has(id));
  return [
    ...waits.map(({ label }) => ({ text: label, waits: true })),
    ...others.map((session) => ({
      text: `${session.name}: ${sessionWords(ctx, session, statusOf(state, session, ctx.now())).text}`,
      waits: false,
    })),
  ];
}

/** Agent sessions and what of them waits for a person, in JSON. */
export const agentSessionsData = (ctx: ViewContext, state: State) => ({
  agentSessions: Object.values(state.agentSessions).map((session) => sessionData(state, session, ctx.now())),
  waits: waitsOf(ctx, { state }).map(({ kind, session, job, label, detail }) => ({
    kind,
    session: session.id,
    job: job?.id ?? null,
    label,
    detail,
  })),
});
