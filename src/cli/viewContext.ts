import type { App } from '../app/app.ts';
import type { ViewContext } from '../app/views/viewContext.ts';
import type { Cli } from './cli.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** `14:02` on this machine's clock. */
const clockTime = (iso: string): string => {
  const date = new Date(iso);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
};

/** `12-03` on this machine's calendar. */
const day = (iso: string): string => {
  const date = new Date(iso);
  return `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** The views for a reader at this terminal. */
export const viewContext = (cli: Pick<Cli, 't'>, app: Pick<App, 'progress'>): ViewContext => ({
  t: cli.t,
  now: () => new Date().toISOString(),
  age: (iso) => Date.now() - Date.parse(iso),
  clock: clockTime,
  day,
  progress: (job) => app.progress(job),
});
