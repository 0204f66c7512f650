import type { App } from '../../app/app.ts';
import type { BatchRequest } from '../../app/batch/request.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { Batch } from '../../core/batch/types.ts';
import type { EffectKind } from '../../core/effect.ts';
import type { Cli } from '../cli.ts';

/** What a batch needs done; whatever else a loop left open is not its to take up. */
export const batchEffects: readonly EffectKind[] = ['createWorktree', 'removeWorktree', 'runLane', 'auditBatch'];

/** The longest that leaving at once may take, in milliseconds. */
const leaveMs = 2000;

/** Runs a batch, or only plans it. Ctrl-C ends its lanes; a second one leaves at once, and the lanes live on. */
export async function runBatch(cli: Cli, app: App, request: BatchRequest): Promise<Result<Batch, Problem>> {
  const { terminal, t } = cli;
  let interrupts = 0;
  const release = terminal.onInterrupt((signal) => {
    interrupts += 1;
    if (interrupts > 1 || signal === 'SIGTERM') {
      setTimeout(() => process.exit(130), leaveMs).unref();
      void app.close().then(() => process.exit(130));
      return;
    }
    terminal.err(t('Ending the lanes. Ctrl-C again leaves at once.'));
    // With nothing running yet there is nothing to stop, and nothing was started.
    void app.dispatch({ type: 'stopBatch' }, cli.actor);
  });
  try {
    if (request.execute) await finishLeft(cli, app);
    return await app.runBatch(request, cli.actor);
  } finally {
    release();
  }
}

/** A batch that a killed command left behind goes on here, where nobody else runs it; only then another one can start. */
async function finishLeft({ terminal, t }: Cli, app: App): Promise<void> {
  const runs = (): boolean => Object.values(app.state.batches).some((batch) => batch.decision === 'running');
  if (app.role !== 'owner' || !runs()) return;
  terminal.err(t('The lanes that were left here come to their end first.'));
  await new Promise<void>((resolve) => {
    const listening = app.onDidChange(() => {
      if (runs()) return;
      listening.dispose();
      resolve();
    });
  });
}
