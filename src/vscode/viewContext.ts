import { env } from 'vscode';
import type { App } from '../app/app.ts';
import { createKept } from '../app/views/kept.ts';
import type { Scene, ViewContext } from '../app/views/viewContext.ts';
import { folderName } from '../app/views/words.ts';
import { t } from './translate.ts';

/** The reader of this window: its language and its time. */
export const createViewContext = (app: Pick<App, 'progress'> | null): ViewContext => reader(() => app, Date.now);

/** A reader to whom is shown again and again, each time at one moment. */
export interface DrawnContext extends ViewContext {
  /** It is now. */
  readonly look: () => void;
}

export const createDrawnContext = (app: () => Pick<App, 'progress'> | null): DrawnContext => {
  let moment = Date.now();
  let iso: string | null = null;
  return {
    ...reader(app, () => moment),
    now: () => (iso ??= new Date(moment).toISOString()),
    kept: createKept(),
    look: () => {
      moment = Date.now();
      iso = null;
    },
  };
};

const hourAndMinute: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const monthAndDay: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };

const reader = (app: () => Pick<App, 'progress'> | null, moment: () => number): ViewContext => {
  // Made for the first time that is shown: the first of them costs more than all else that is done at activation.
  let format: Intl.DateTimeFormat | undefined;
  let date: Intl.DateTimeFormat | undefined;
  return {
    t,
    now: () => new Date(moment()).toISOString(),
    age: (iso) => moment() - Date.parse(iso),
    clock: (iso) => (format ??= new Intl.DateTimeFormat(env.language, hourAndMinute)).format(new Date(iso)),
    day: (iso) => (date ??= new Intl.DateTimeFormat(env.language, monthAndDay)).format(new Date(iso)),
    progress: (job) => app()?.progress(job) ?? null,
  };
};

export const sceneOf = (app: App): Scene => ({
  state: app.state,
  problem: app.problem,
  role: app.role,
  owner: app.owner,
  repository: folderName(app.facts.controlRoot),
  ...(app.facts.sourceRoot === app.facts.controlRoot ? {} : { checkout: app.facts.sourceRoot }),
  worktrees: app.worktrees,
  overlaps: app.overlaps,
  // Most views show none of it.
  get recommendations() {
    return app.queueAdvice.recommendations();
  },
  laneOf: (task) => app.queueAdvice.laneOf(task),
  awakeMs: app.awakeMs(),
});
