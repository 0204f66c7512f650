import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startTimeOf } from '../processTable.ts';
import { supervisorProtocol } from '../../../protocol/agents/supervisorMessages.ts';
import { Desk } from './desk.ts';
import {
  chooseSocket,
  lockFolder,
  readEndpoint,
  removeEndpoint,
  socketMark,
  supervisorLog,
  writeEndpoint,
} from './endpoint.ts';
import { serveHosts } from './server.ts';

/** `supervisor <folder> <idle ms> <stdout limit in bytes>`: serves one control root until nobody needs it. */
async function supervise([folder = '', idle = '30000', limit = '67108864']: readonly string[]): Promise<void> {
  // A control root that was removed meanwhile must not come back.
  if (!existsSync(folder)) return;
  const lock = lockFolder(folder);
  if (lock === null) return;
  const socket = chooseSocket(folder);
  const token = randomBytes(32).toString('hex');
  let guests = 0;
  let mark: string | null = null;
  let idleTimer: NodeJS.Timeout | undefined;

  const quit = (): void => {
    // A folder that was removed and made anew has a supervisor of its own at the same paths, and to close a server
    // removes whatever lies at its path.
    if (socketMark(socket) === mark) server.close();
    if (readEndpoint(folder)?.token === token) removeEndpoint(folder);
    lock.dispose();
    process.exit(0);
  };
  const watchIdle = (): void => {
    clearTimeout(idleTimer);
    if (guests === 0 && !desk.busy) idleTimer = setTimeout(quit, Number(idle));
  };
  const desk = new Desk(
    folder,
    { stdout: { head: Number(limit), tail: 1024 * 1024 }, stderr: { head: 1024 * 1024, tail: 64 * 1024 } },
    watchIdle,
  );
  desk.endLeft();
  const server = serveHosts(desk, token, (count) => {
    guests = count;
    watchIdle();
  });
  server.on('error', (error) => {
    throw error;
  });
  // A socket file that a killed supervisor left is in the way; the lock says that nobody listens there.
  if (process.platform !== 'win32') rmSync(socket, { force: true });
  server.listen(socket, () => {
    void (async () => {
      if (process.platform !== 'win32') chmodSync(socket, 0o600);
      mark = socketMark(socket);
      writeEndpoint(folder, {
        protocol: supervisorProtocol,
        pid: process.pid,
        startTime: (await startTimeOf(process.pid)) ?? '',
        socket,
        token,
      });
      watchIdle();
    })();
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void desk.close().then(quit));
}

const args = process.argv.slice(2);
process.on('uncaughtException', (error) => {
  // Nobody sees its streams. The lanes are found by the next supervisor, which ends them as lost.
  appendFileSync(join(args[0] ?? '.', supervisorLog), `${error.stack ?? String(error)}\n`, { mode: 0o600 });
  process.exit(1);
});
void supervise(args);
