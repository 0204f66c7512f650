import type { App } from '../../app/app.ts';
import type { BatchRequest } from '../../app/batch/request.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { Batch } from '../../core/batch/types.ts';
import { attended } from '../attended.ts';
import type { Cli } from '../cli.ts';
import { batchesOpen } from './openWork.ts';

/** Runs a batch, or only plans it. */
export const runBatch = (cli: Cli, app: App, request: BatchRequest): Promise<Result<Batch, Problem>> =>
  attended(cli, app, {
    execute: request.execute,
    isAtWork: batchesOpen,
    stop: { type: 'stopBatch' },
    says: {
      ending: cli.t('Ending the lanes. Ctrl-C again leaves at once.'),
      left: cli.t('The lanes that were left here come to their end first.'),
    },
    begin: (signal) => app.runBatch(request, cli.actor, signal),
  });
