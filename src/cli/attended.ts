import type { App } from '../app/app.ts';
import type { Problem } from '../base/problem.ts';
import { err, type Result } from '../base/result.ts';
import type { Command } from '../core/command.ts';
import type { State } from '../core/state.ts';
import type { Cli } from './cli.ts';
import { workEnded } from './workEnded.ts';

/** The longest that leaving at once may take, in milliseconds. */
const leaveMs = 2000;

/** Work that a command starts and then waits for. */
export interface Attended<T> {
  readonly execute: boolean;
  readonly isAtWork: (state: State) => boolean;
  /** What ends it. */
  readonly stop: Command;
  /** Said at the first Ctrl-C, and while work is waited for that an ended command left behind. */
  readonly says: { readonly ending: string; readonly left: string };
  /** With `signal` aborted before anything is recorded, nothing is started. */
  readonly begin: (signal: AbortSignal) => Promise<Result<T, Problem>>;
}

/**
 * Runs work to its end. What an ended command left behind ends first, where nobody else runs it. Ctrl-C ends the work, or
 * keeps it from beginning; a second one leaves at once, and the work lives on.
 */
export async function attended<T>(cli: Cli, app: App, work: Attended<T>): Promise<Result<T, Problem>> {
  const { terminal } = cli;
  const { isAtWork } = work;
  const stopped = new AbortController();
  const leave = new AbortController();
  let isAsked = false;
  const ask = async (): Promise<void> => {
    if (isAsked || !stopped.signal.aborted || !isAtWork(app.state)) return;
    isAsked = true;
    const done = await app.dispatch(work.stop, cli.actor);
    isAsked = done.ok;
  };
  // What was just being recorded when Ctrl-C came shows a moment later.
  const listening = app.onDidChange(() => void ask());
  const release = terminal.onInterrupt((signal) => {
    if (stopped.signal.aborted || signal === 'SIGTERM') {
      leave.abort();
      setTimeout(() => process.exit(130), leaveMs).unref();
      void app.close().then(() => process.exit(130));
      return;
    }
    stopped.abort();
    terminal.err(work.says.ending);
    void ask();
  });
  try {
    if (work.execute && app.role === 'owner' && isAtWork(app.state)) {
      terminal.err(work.says.left);
      const lost = await workEnded(app, isAtWork, leave.signal);
      if (lost) return err(lost);
    }
    return await work.begin(stopped.signal);
  } finally {
    release();
    listening.dispose();
  }
}
