import type { Disposable } from '../../base/disposable.ts';
import type { BusPayload } from '../../protocol/bus.ts';
import type { Problem } from '../../base/problem.ts';
import type { App } from '../../app/app.ts';
import type { Received } from '../../app/bus/receiver.ts';
import { exit, type Cli } from '../cli.ts';
import { meantJob } from '../job/meantJob.ts';
import { printable } from '../paint.ts';
import { fail, words } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const watch: Verb = {
  name: 'watch',
  summary: 'Follow delegated jobs as the message bus tells about them; with a job, until it ends',
  positional: '[JOB]',
  positionals: [0, 1],
  options: { json, wait: { kind: 'flag', value: '', summary: 'JOB may be yet to come' } },
  run: (cli, call) =>
    withApp(cli, { mirrorOnly: true }, async (app) => {
      const meant = meantJob(app, call);
      if (!meant.ok) return fail(cli, meant.error, exit.usage);
      return follow(cli, app, meant.value, call.flag('json'));
    }),
};

/** How long the last message of a job that has ended is waited for before the log tells it, in milliseconds. */
const lastWordMs = 3000;

const codes = { completed: exit.done, error: exit.blocked, cancelled: exit.blocked } as const;

/** Exit code of a job that has ended; null while it goes on. */
const endOf = ({ data: { status } }: BusPayload): number | null =>
  status === 'pending' || status === 'running' ? null : codes[status];

/** A message as one line. What it says is an agent's text and may hold anything. */
function line({ payload, late, missing }: Received): string {
  const { timestamp, job_id: job, seq, event, detail, data } = payload;
  const news = event === 'state' ? `${event} ${data.status}` : event;
  const marks = [...(late ? ['late'] : []), ...(missing > 0 ? [`${missing} missing`] : [])].map((mark) => ` (${mark})`);
  return printable(
    `${timestamp}  ${job}  ${data.attempt}/${seq}  ${news}${marks.join('')}${detail === '' ? '' : `  ${detail}`}`,
  );
}

function follow(cli: Cli, app: App, job: string | null, asJson: boolean): Promise<number> {
  const { terminal, t } = cli;
  return new Promise((resolve) => {
    let told: Problem | null = null;
    let listening: Disposable | null = null;
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const show = (received: Received): void => terminal.out(asJson ? JSON.stringify(received) : line(received));
    const end = (code: number): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      listening?.dispose();
      release();
      void close().then((counts) => {
        const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
        if (total > 0)
          terminal.err(
            t('{count} {count|message was|messages were} not believed: {reasons}', {
              count: total,
              reasons: Object.entries(counts)
                .map(([why, count]) => `${why} ${count}`)
                .join(', '),
            }),
          );
        resolve(code);
      });
    };
    const release = terminal.onInterrupt(() => end(exit.interrupted));
    const following = app.bus?.follow(job, {
      onReceived: (received) => {
        if (isOver) return;
        show(received);
        const code = job === null || received.late ? null : endOf(received.payload);
        if (code !== null) end(code);
      },
      onPublisher: (isThere) => {
        if (!isThere) terminal.err(t('nobody tells about jobs at present'));
      },
      onProblem: (now) => {
        if (now && now.code !== told?.code) terminal.err(words(cli, now));
        if (!now) terminal.err(t('listening'));
        told = now;
        if (now) lookAtLog();
      },
    });
    /** A job that has ended by the log ends this, whether or not a broker is there to tell of it. */
    const lookAtLog = (): void => {
      const payload = job === null ? null : (app.bus?.standing(job) ?? null);
      const code = payload && endOf(payload);
      if (payload === null || code === null || isOver) return;
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          if (isOver) return;
          show({ payload, late: false, missing: 0 });
          end(code);
        },
        told === null ? lastWordMs : 0,
      );
    };
    const close = async (): Promise<Readonly<Record<string, number>>> => (following?.ok ? following.value.close() : {});
    if (following?.ok) {
      listening = app.onDidChange(lookAtLog);
      return lookAtLog();
    }
    release();
    resolve(following ? fail(cli, following.error, exit.blocked) : exit.blocked);
  });
}
