import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter } from '../../../base/event.ts';
import type { PlaceNotes } from '../placeNotes.ts';
import { isRunning } from '../placeState.ts';
import { answerMs, type TmuxClient } from './client.ts';
import { createControlChannel, type ControlChannel } from './controlChannel.ts';
import { createNotices, type Notices } from './notices.ts';
import { endLeftClients, noteClient } from './leftClients.ts';

/** A tmux client in control mode, attached to one session. */
interface Follower {
  readonly child: ChildProcess;
  readonly channel: ControlChannel;
  readonly notices: Notices;
}

interface Options {
  readonly client: TmuxClient;
  readonly notes: PlaceNotes;
  readonly folder: string;
  readonly watchFolder: (folder: string, onChange: () => void) => Disposable;
}

/** Time in which several changes of one screen are told as one, in milliseconds. */
const pauseMs = 200;
/** How long after its end a follower of a session that still runs is replaced, in milliseconds. */
const againMs = 2000;

/**
 * Tells that something changed: by the notes of the places, and by one tmux client in control mode for each session, which
 * is told what is drawn and can be asked. Nothing is polled. Clients run while somebody watches, and end with this process.
 */
export function createScreenWatch({ client, notes, folder, watchFolder }: Options) {
  const changes = new Emitter<string | null>();
  const followers = new Map<string, Follower>();
  const pauses = new Map<string, NodeJS.Timeout>();
  let notesWatch: Disposable | null = null;
  let retry: NodeJS.Timeout | null = null;
  let round: Promise<void> = Promise.resolve();

  /** One after another; what went wrong in one round, such as a process that ended under its hands, must not end the watch. */
  const next = (work: () => Promise<void>): void => {
    round = round.then(work).catch(() => {
      if (notesWatch !== null) retry ??= setTimeout(look, againMs);
    });
  };
  const tell = (handle: string): void => {
    if (pauses.has(handle)) return;
    const timer = setTimeout(() => {
      pauses.delete(handle);
      changes.fire(handle);
    }, pauseMs);
    pauses.set(handle, timer);
  };
  const follow = async (handle: string): Promise<void> => {
    const tmux = await client.locate();
    if (!tmux.ok || notesWatch === null || followers.has(handle)) return;
    const [program, ...args] = tmux.value.argv;
    const child = spawn(program, [...args, '-C', 'attach-session', '-t', `=${handle}`], {
      cwd: '/',
      env: tmux.value.env,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const notices = createNotices();
    const channel = createControlChannel({
      write: (text) => child.stdin.write(text),
      onNews: () => tell(handle),
      onOutput: (pane, text) => notices.hear(pane, text),
      onSilent: () => child.kill(),
      answerMs,
    });
    followers.set(handle, { child, channel, notices });
    child.stdin.on('error', () => undefined);
    let isNoted = false;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      channel.hear(text);
      if (isNoted || !channel.isOpen || child.pid === undefined) return;
      isNoted = true;
      void noteClient(channel, child.pid);
    });
    const end = (): void => {
      channel.lose();
      if (followers.get(handle)?.child !== child) return;
      followers.delete(handle);
      tell(handle);
      retry ??= setTimeout(look, againMs);
    };
    child.once('error', end);
    child.once('exit', end);
  };
  const drop = (handle: string): void => {
    const follower = followers.get(handle);
    followers.delete(handle);
    follower?.channel.lose();
    follower?.child.stdin?.end();
    follower?.child.kill();
  };
  const look = (): void => {
    if (retry !== null) clearTimeout(retry);
    retry = null;
    next(async () => {
      const known = await notes.handles();
      for (const handle of known) {
        if (notesWatch === null) return;
        const note = await notes.read(handle);
        const isOpen = note.ok && (note.value?.state === 'agent' || note.value?.state === 'shell');
        if (isOpen && note.value !== null && (await isRunning(note.value.keeper))) await follow(handle);
        else drop(handle);
      }
      for (const handle of followers.keys()) if (!known.includes(handle)) drop(handle);
    });
  };
  const stop = (): void => {
    notesWatch?.dispose();
    notesWatch = null;
    if (retry !== null) clearTimeout(retry);
    retry = null;
    for (const timer of pauses.values()) clearTimeout(timer);
    pauses.clear();
    for (const handle of [...followers.keys()]) drop(handle);
  };

  return {
    /** An open connection to a session, or to any one for null; null where there is none. */
    channelOf(handle: string | null): ControlChannel | null {
      const all = handle === null ? [...followers.values()] : [followers.get(handle)];
      return all.find((one) => one?.channel.isOpen)?.channel ?? null;
    },
    /** What the agent in a pane of a session told its terminal last, since that is followed. */
    noticeOf: (handle: string, pane: string) => followers.get(handle)?.notices.of(pane),
    watch(onChange: (handle: string | null) => void): Disposable {
      const listening = changes.event(onChange);
      if (notesWatch === null) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        notesWatch = watchFolder(folder, () => {
          changes.fire(null);
          look();
        });
        next(() => endLeftClients(client));
        look();
      }
      return {
        dispose() {
          listening.dispose();
          if (!changes.hasListeners) stop();
        },
      };
    },
  };
}
