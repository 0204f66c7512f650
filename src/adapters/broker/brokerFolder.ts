import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** How subscribers find the broker and sign in. */
interface BrokerNote {
  readonly port: number;
  /** Of the subscriber; guests have one of their own. */
  readonly password: string;
  /** Process that runs it; 0 for none at present. */
  readonly pid: number;
}

/** Subscriptions that outlive their connection, by client. */
export type KeptSessions = Readonly<Record<string, readonly { readonly topic: string; readonly qos: 0 | 1 | 2 }[]>>;

/** What the broker keeps on disk, for its user alone: how it is found, who is to be remembered, and that it is asked for. */
export interface BrokerFolder {
  readonly notePath: string;
  readonly needPath: string;
  /** The note; null where there is none that can be read. */
  note(): Promise<BrokerNote | null>;
  writeNote(note: BrokerNote): Promise<void>;
  sessions(): Promise<KeptSessions>;
  writeSessions(sessions: KeptSessions): Promise<void>;
  isNeeded(): Promise<boolean>;
  need(): Promise<void>;
  unneed(): Promise<void>;
}

export function createBrokerFolder(folder: string): BrokerFolder {
  const notePath = join(folder, 'broker.json');
  const needPath = join(folder, 'wanted');
  const sessionsPath = join(folder, 'sessions.json');
  return {
    notePath,
    needPath,
    note: async () => noteIn(await readJson(notePath)),
    writeNote: (note) =>
      writePrivate(notePath, JSON.stringify({ v: 1, host: '127.0.0.1', user: 'subscriber', ...note })),
    sessions: async () => sessionsIn(await readJson(sessionsPath)),
    writeSessions: (sessions) => writePrivate(sessionsPath, JSON.stringify(sessions)),
    isNeeded: () =>
      readFile(needPath).then(
        () => true,
        () => false,
      ),
    need: () => writePrivate(needPath, ''),
    unneed: () => rm(needPath, { force: true }),
  };
}

/** A whole file or none, which nobody else could ever read. */
async function writePrivate(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    // Not there, or cut off: made anew.
    return null;
  }
}

function noteIn(value: unknown): BrokerNote | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('port' in value && 'password' in value && 'pid' in value)) return null;
  const { port, password, pid } = value;
  if (typeof port !== 'number' || typeof password !== 'string' || typeof pid !== 'number') return null;
  return { port, password, pid };
}

function sessionsIn(value: unknown): KeptSessions {
  if (typeof value !== 'object' || value === null) return {};
  const kept: Record<string, KeptSessions[string]> = {};
  for (const [client, subscriptions] of Object.entries(value)) {
    if (!Array.isArray(subscriptions)) continue;
    kept[client] = subscriptions.flatMap((one: unknown) =>
      typeof one === 'object' && one !== null && 'topic' in one && typeof one.topic === 'string'
        ? [{ topic: one.topic, qos: 1 as const }]
        : [],
    );
  }
  return kept;
}
