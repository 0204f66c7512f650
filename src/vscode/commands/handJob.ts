import { commands, ProgressLocation, window } from 'vscode';
import type { JobWish } from '../../app/delegation/submit.ts';
import { commandId } from '../ids.ts';
import { sentenceOf, t } from '../translate.ts';
import type { CommandDeps } from './deps.ts';
import { createHandOver, type Doer, type HandedOver } from './handOver.ts';

/** A job of which nothing special is asked. */
export const plainJob = {
  id: null,
  agent: null,
  kind: 'work',
  role: null,
  workdir: null,
  outside: false,
  timeoutMs: 0,
  idleTimeoutMs: 0,
  expectedArtifacts: [],
  task: null,
  // Who works on what was on the screen when it was chosen.
  queue: true,
} as const satisfies Partial<JobWish>;

/** Hands the job over, as often as a person asks for it again; undefined when they let it be. */
const handOver = async (
  deps: CommandDeps,
  doer: Doer,
  wish: Omit<JobWish, 'session'>,
): Promise<HandedOver | undefined> => {
  const hand = createHandOver(deps, doer, wish);
  for (;;) {
    const done = await window.withProgress(
      { location: ProgressLocation.Notification, title: t('Handing the job over…'), cancellable: true },
      (progress, token) => {
        if ('wish' in doer && deps.app.role !== 'owner')
          progress.report({ message: t('another host opens its session') });
        return hand(new Promise((resolve) => token.onCancellationRequested(resolve)));
      },
    );
    if (done.ok) return done.value;
    const again = t('Try Again');
    if ((await window.showErrorMessage(sentenceOf(done.error), again)) !== again) return undefined;
  }
};

const tell = async ({ job, session }: HandedOver): Promise<void> => {
  const open = t('Open Job Timeline');
  const said = t('{session} has the job {job}.', { session: session.name, job: job.id });
  if ((await window.showInformationMessage(said, open)) === open)
    await commands.executeCommand(commandId('openJob'), job.id);
};

/** Hands a job over and says who has it; false when it was not. */
export const handJob = async (deps: CommandDeps, doer: Doer, wish: Omit<JobWish, 'session'>): Promise<boolean> => {
  const done = await handOver(deps, doer, wish);
  // Not awaited: what nobody answers must not hold the command.
  if (done !== undefined) void tell(done);
  return done !== undefined;
};
