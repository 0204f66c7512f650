import * as z from 'zod';
import { dashboardTabs, type TimelineRow } from './dashboardParts.ts';
import { pageCommand, type EvidenceReport } from './webview.ts';

// The calls of the pages to their host, each behind a parser of its own.

const runId = z.string().min(1).max(200);
const laneName = z.string().min(1).max(200);
const sequence = z.number().int().min(0);
/** Of one call. */
const mostEvents = 2000;
const head = z.string().regex(/^[0-9a-f]{7,64}$/);

/** What a page may ask of its host. Everything else is refused. */
const pageCalls = {
  /** The page is drawn and wants its first snapshot. */
  ready: z.tuple([]),
  run: z.tuple([pageCommand, z.array(z.string().max(1000)).max(4)]),
  /** The reader looks at this tab of the dashboard. */
  look: z.tuple([z.enum(dashboardTabs)]),
  /** Events after the first sequence up to the second, the newest first; at most 2,000. */
  timeline: z.tuple([sequence, sequence]).refine(([after, last]) => last - after <= mostEvents),
  event: z.tuple([sequence]),
  verify: z.tuple([]),
  approve: z.tuple([runId, head]),
  /** Empty where the comments on lines say it all. */
  giveBack: z.tuple([runId, z.string().trim().max(20_000)]),
  ask: z.tuple([runId, z.string().min(1).max(200), z.string().trim().min(1).max(20_000)]),
  keepDraft: z.tuple([runId, z.enum(['return', 'ask']), z.string().max(20_000)]),
  dropComment: z.tuple([z.string().min(1).max(200)]),
  openDiff: z.tuple([runId, z.string().min(1).max(4000), z.number().int().min(1).nullable()]),
  openAll: z.tuple([runId]),
  tune: z.tuple([z.enum(['applyTuning', 'dismissTuning']), laneName, laneName]),
} as const;

type Calls = typeof pageCalls;
type Answers = {
  ready: void;
  run: void;
  look: void;
  /** Null when the log can't be read. */
  timeline: readonly TimelineRow[] | null;
  /** As it stands in the log; null when it can't be read. */
  event: string | null;
  verify: EvidenceReport;
  /** A sentence when it could not be done, else null. */
  approve: string | null;
  giveBack: string | null;
  ask: string | null;
  keepDraft: void;
  dropComment: void;
  openDiff: void;
  openAll: void;
  tune: string | null;
};

/** What a page can call. */
export type PageHost = { [K in keyof Calls]: (...args: z.infer<Calls[K]>) => Promise<Answers[K]> };

const pageMessage = z.object({
  t: z.literal('q'),
  i: z.string().max(64).optional(),
  m: z.object(pageCalls).keyof(),
  a: z.array(z.unknown()).max(8),
  o: z.boolean().optional(),
});

/** Whether a message from a page is one of its calls at all; what it carries is checked by the call itself. */
export const isPageMessage = (message: unknown): boolean => pageMessage.safeParse(message).success;

const checked = <Schema extends z.ZodType>(name: string, schema: Schema, args: unknown): z.infer<Schema> => {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new Error(`The page's call "${name}" was refused: its arguments are not as agreed.`);
};

/**
 * Puts a parser before each function: arguments that are not as agreed throw before anything is done.
 * The error says which call it was, never what it carried.
 */
export const guardCalls = (host: PageHost): PageHost => ({
  ready: (...args) => host.ready(...checked('ready', pageCalls.ready, args)),
  run: (...args) => host.run(...checked('run', pageCalls.run, args)),
  look: (...args) => host.look(...checked('look', pageCalls.look, args)),
  timeline: (...args) => host.timeline(...checked('timeline', pageCalls.timeline, args)),
  event: (...args) => host.event(...checked('event', pageCalls.event, args)),
  verify: (...args) => host.verify(...checked('verify', pageCalls.verify, args)),
  approve: (...args) => host.approve(...checked('approve', pageCalls.approve, args)),
  giveBack: (...args) => host.giveBack(...checked('giveBack', pageCalls.giveBack, args)),
  ask: (...args) => host.ask(...checked('ask', pageCalls.ask, args)),
  keepDraft: (...args) => host.keepDraft(...checked('keepDraft', pageCalls.keepDraft, args)),
  dropComment: (...args) => host.dropComment(...checked('dropComment', pageCalls.dropComment, args)),
  openDiff: (...args) => host.openDiff(...checked('openDiff', pageCalls.openDiff, args)),
  openAll: (...args) => host.openAll(...checked('openAll', pageCalls.openAll, args)),
  tune: (...args) => host.tune(...checked('tune', pageCalls.tune, args)),
});
