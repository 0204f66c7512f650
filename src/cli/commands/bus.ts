import { shellWord } from '../../base/shellWord.ts';
import type { BusAddress } from '../../app/ports/bus.ts';
import { eventsTopic, jobTopics, stateTopic } from '../../protocol/busTopics.ts';
import { exit, type Cli } from '../cli.ts';
import { meantJob } from '../job/meantJob.ts';
import { needPerson } from '../needPerson.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const bus: Verb = {
  name: 'bus',
  summary: 'Say where the message bus is and how a subscriber gets in: to all jobs, or to one',
  positional: '[JOB]',
  positionals: [0, 1],
  options: {
    json,
    env: { kind: 'flag', value: '', summary: 'Print it as variables, with the password' },
    wait: { kind: 'flag', value: '', summary: 'JOB may be yet to come' },
  },
  run: (cli, call) => {
    const refused = call.flag('env') ? needPerson(cli, 'bus --env') : null;
    if (refused) return Promise.resolve(fail(cli, refused, exit.usage));
    return withApp(cli, { mirrorOnly: true }, async (app) => {
      const meant = meantJob(app, call);
      if (!meant.ok) return fail(cli, meant.error, exit.usage);
      const job = meant.value;
      const address = await app.bus?.address(job);
      if (!address) return exit.blocked;
      if (!address.ok) return fail(cli, address.error, exit.blocked);
      if (call.flag('env')) tellVariables(cli, address.value, job);
      else if (call.flag('json'))
        cli.terminal.out(JSON.stringify(data(address.value, job, app.bus?.target.kind ?? 'off')));
      else tellPeople(cli, address.value, job);
      return exit.done;
    });
  },
};

const topics = (job: string | null) =>
  job === null
    ? { events: `${jobTopics}/+/events`, state: `${jobTopics}/+/state` }
    : { events: eventsTopic(job), state: stateTopic(job) };

const data = ({ host, port, tls, user }: BusAddress, job: string | null, broker: string) => ({
  broker,
  host,
  port,
  tls: tls !== null,
  user,
  topics: topics(job),
});

function tellPeople({ terminal, t }: Cli, { host, port, tls, user }: BusAddress, job: string | null): void {
  const { events, state } = topics(job);
  terminal.out(`${tls === null ? 'mqtt' : 'mqtts'}://${host}:${port}`);
  terminal.out(user === null ? t('no user name') : t('user name {user}; `mam bus --env` shows the password', { user }));
  terminal.out(t('{topic}: each event once it happened', { topic: events }));
  terminal.out(t('{topic}: how a job stands, kept by the broker', { topic: state }));
}

/**
 * For `eval` in a shell, which hands them on. They have names of their own: by those of the settings a later `mam` in that
 * shell would take its own broker for an external one.
 */
function tellVariables({ terminal }: Cli, { host, port, tls, user, password }: BusAddress, job: string | null): void {
  const { events, state } = topics(job);
  const variables = {
    HOST: host,
    PORT: String(port),
    TLS: tls === null ? '0' : '1',
    USER: user,
    PASSWORD: password,
    EVENTS: events,
    STATE: state,
  };
  for (const [name, value] of Object.entries(variables))
    if (value !== null) terminal.out(`export MAM_SUBSCRIBER_${name}=${shellWord(value)}`);
}
