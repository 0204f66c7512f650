import { isRunning } from '../placeState.ts';
import { startTimeOf } from '../../process/processTable.ts';
import type { TmuxClient } from './client.ts';
import type { ControlChannel } from './controlChannel.ts';

type Noted = Parameters<typeof isRunning>[0];

const prefix = '@mam-client-';
const wordOf = ({ pid, startTime }: Noted): string => `${pid}/${encodeURIComponent(startTime ?? '')}`;

/** Anybody can write such notes: what MAM didn't write itself is nobody's. */
function notedIn(word: string): Noted {
  const [pid = '', startTime = ''] = word.split('/');
  try {
    return { pid: Number(pid), startTime: decodeURIComponent(startTime) || null };
  } catch {
    return { pid: Number(pid), startTime: null };
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

/** Notes on the server whose client this is: one that can't write any more what is drawn may not notice that its host is gone. */
export async function noteClient(channel: ControlChannel, pid: number): Promise<void> {
  const [client, host] = await Promise.all(
    [pid, process.pid].map(async (one) => ({ pid: one, startTime: await startTimeOf(one) })),
  );
  if (client && host) await channel.ask([['set-option', '-g', `${prefix}${pid}`, `${wordOf(client)}+${wordOf(host)}`]]);
}

/** Ends the clients of hosts that are gone, and forgets those that are gone themselves. */
export async function endLeftClients(client: TmuxClient): Promise<void> {
  const options = await client.call([['show-options', '-g']]);
  const lines = options.ok && options.value !== null ? options.value.split('\n') : [];
  const over: string[] = [];
  for (const line of lines) {
    const [, name = '', left = '', host = ''] = /^(@mam-client-\d+) "?(\d+\/[^+"]*)\+(\d+\/[^+"]*)"?$/.exec(line) ?? [];
    if (name === '') continue;
    const noted = notedIn(left);
    const runs = noted.startTime !== null && (await isRunning(noted));
    if (runs && (await isRunning(notedIn(host)))) continue;
    if (runs) kill(noted.pid);
    over.push(name);
  }
  if (over.length > 0) await client.call(over.map((name) => ['set-option', '-gqu', name]));
}
