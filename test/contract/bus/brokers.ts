import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { pbkdf2Sync } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BusAddress } from '../../../src/app/ports/bus.ts';
import { until } from '../../until.ts';

/** A broker as a process of its own on a free port. */
export interface RealBroker {
  readonly address: BusAddress;
  /** As if the power failed. What it kept is kept for the next start. */
  kill(): Promise<void>;
  start(): Promise<void>;
  dispose(): Promise<void>;
}

const user = 'mam';
const password = 'of-the-tests';

export function portOf(server: Server): number {
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return address.port;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Starts a program that listens for MQTT once its files are there. */
async function createBroker(
  program: string,
  configure: (folder: string, port: number) => { readonly config: string; readonly args: readonly string[] },
): Promise<RealBroker> {
  const folder = await mkdtemp(join(tmpdir(), 'mam-broker-'));
  const port = await freePort();
  const { config, args } = configure(folder, port);
  await writeFile(join(folder, 'broker.conf'), config);
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    child = spawn(program, [...args], { stdio: 'ignore' });
    await once(child, 'spawn');
    await until(`${program} to listen`, () => answers(port), 10_000);
  };
  const kill = async (): Promise<void> => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null) return;
    ending.kill('SIGKILL');
    await once(ending, 'close');
  };
  await start();
  return {
    address: { host: '127.0.0.1', port, tls: null, user, password },
    kill,
    start,
    dispose: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** `keeps`: its sessions outlive its own end. */
export const createMosquitto = (keeps = true): Promise<RealBroker> =>
  createBroker('mosquitto', (folder, port) => {
    const passwords = join(folder, 'passwords');
    writeFileSync(passwords, `${user}:${mosquittoHash(password)}\n`);
    return {
      config: `listener ${port} 127.0.0.1\nallow_anonymous false\npassword_file ${passwords}\nuser root\n${keeps ? `persistence true\npersistence_location ${folder}/\nautosave_interval 1\nautosave_on_changes true\n` : ''}`,
      args: ['-c', join(folder, 'broker.conf')],
    };
  });

const mosquittoHash = (text: string): string => {
  const salt = Buffer.from('of the tests');
  return `$7$101$${salt.toString('base64')}$${pbkdf2Sync(text, salt, 101, 64, 'sha512').toString('base64')}`;
};

/** It speaks MQTT only with its own store, which it keeps in the folder. */
export const createNats = (): Promise<RealBroker> =>
  createBroker('nats-server', (folder, port) => ({
    config: `server_name: test\nlisten: "127.0.0.1:-1"\njetstream { store_dir: ${JSON.stringify(join(folder, 'store'))} }\nmqtt { host: "127.0.0.1", port: ${port} }\nauthorization { user: ${user}, password: ${password} }\n`,
    args: ['-c', join(folder, 'broker.conf')],
  }));
