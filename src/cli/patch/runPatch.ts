import type { App } from '../../app/app.ts';
import type { PatchReport, PatchRequest } from '../../app/patch/request.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import { attended } from '../attended.ts';
import { proposalsOpen } from '../../core/patch/underWay.ts';
import type { Cli } from '../cli.ts';

/** Runs a write lane, or only plans it. */
export const runPatch = (cli: Cli, app: App, request: PatchRequest): Promise<Result<PatchReport, Problem>> =>
  attended(cli, app, {
    execute: request.execute,
    isAtWork: proposalsOpen,
    stop: { type: 'stopPatch' },
    says: {
      ending: cli.t('Ending the lanes. Ctrl-C again leaves at once.'),
      left: cli.t('The lanes that were left here come to their end first.'),
    },
    begin: (signal) => app.proposePatch(request, cli.actor, signal),
  });
