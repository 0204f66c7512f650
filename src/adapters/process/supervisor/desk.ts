import { randomBytes } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { isoSeconds } from '../../../base/clock.ts';
import type { LaneExit, OpenLaneFile } from '../../../protocol/agents/laneFiles.ts';
import type { LaneRequest, ServerMessage } from '../../../protocol/agents/supervisorMessages.ts';
import { startLane, type Lane } from './lane.ts';
import { laneFolder } from './laneFolder.ts';
import { noteOpenLanes, readOpenLanes, type OpenLanes } from './openLanes.ts';
import { endNoted, endOrphan } from './orphan.ts';
import type { BoundedLogLimits } from './boundedLog.ts';

/** One host that is connected. */
export interface Guest {
  send(message: ServerMessage): void;
}

/** Time in which several changes of a lane's output are told as one, in milliseconds. */
const outputPauseMs = 50;

interface Entry {
  readonly guests: Map<Guest, string>;
  work: Promise<void> | null;
  lane: Lane | null;
  started: boolean;
  /** Under which key it is noted as open; null where it isn't. */
  noted: string | null;
  /** It ends with its host, and nobody else comes for what it printed. */
  owned: boolean;
  pending: NodeJS.Timeout | null;
}

/** All lanes of one supervisor: starts, joins and ends them. A folder is started once, whoever asks. */
export class Desk {
  readonly #entries = new Map<string, Entry>();
  readonly #limits: { readonly stdout: BoundedLogLimits; readonly stderr: BoundedLogLimits };
  readonly #home: string;
  readonly #open: OpenLanes;
  readonly #onIdle: () => void;

  /** `home` is the supervisor's own folder. */
  constructor(
    home: string,
    limits: { readonly stdout: BoundedLogLimits; readonly stderr: BoundedLogLimits },
    onIdle: () => void,
  ) {
    this.#home = home;
    this.#open = noteOpenLanes(home);
    this.#limits = limits;
    this.#onIdle = onIdle;
  }

  get busy(): boolean {
    return this.#entries.size > 0;
  }

  /** Starts the lane, joins it, or tells how it ended; a lane that an earlier supervisor lost is ended first. */
  start(request: LaneRequest, guest: Guest): void {
    mkdirSync(request.folder, { recursive: true, mode: 0o700 });
    this.#join(request.folder, guest, (entry) => {
      const key = randomBytes(12).toString('hex');
      const { folder, owned } = request;
      entry.noted = key;
      entry.owned = owned;
      this.#open.add({ folder, key, owned });
      entry.lane = startLane(request, key, this.#limits, {
        onOutput: () => this.#tellOutput(entry),
        onStarted() {
          entry.started = true;
          for (const [one, asked] of entry.guests) one.send({ type: 'started', folder: asked });
        },
      });
      return entry.lane.ended;
    });
  }

  /** Joins a lane, but never starts one. */
  attach(folder: string, guest: Guest): void {
    this.#join(folder, guest, null);
  }

  cancel(folder: string, graceMs?: number): void {
    this.#entries.get(identify(folder))?.lane?.stop('stopped', graceMs);
  }

  /** Passes a text on to an interactive lane; false when there is none that takes it. */
  input(folder: string, text: string): boolean {
    return this.#entries.get(identify(folder))?.lane?.input(text) ?? false;
  }

  /** A host is gone: what it owned ends, the rest runs on. */
  leave(guest: Guest): void {
    for (const entry of this.#entries.values()) {
      if (!entry.guests.delete(guest)) continue;
      if (entry.owned && entry.guests.size === 0) entry.lane?.stop('lost');
    }
  }

  /** Ends what a killed supervisor left. Whoever asks for it meanwhile is told of its end. */
  endLeft(): void {
    for (const lane of readOpenLanes(this.#home)) {
      const identity = identify(lane.folder);
      if (!this.#entries.has(identity)) this.#serve(identity, lane.folder, null, lane, () => endNoted(lane));
    }
  }

  /** Ends every lane as lost; resolves when all have ended. */
  async close(): Promise<void> {
    for (const entry of this.#entries.values()) entry.lane?.stop('lost');
    await Promise.all([...this.#entries.values()].map(async (entry) => entry.work));
    this.#open.close();
  }

  #join(folder: string, guest: Guest, start: ((entry: Entry) => Promise<LaneExit>) | null): void {
    const key = identify(folder);
    const present = this.#entries.get(key);
    if (present !== undefined) {
      present.guests.set(guest, folder);
      guest.send({ type: 'running', folder });
      if (present.started) guest.send({ type: 'started', folder });
      return;
    }
    const files = laneFolder(folder);
    const exit = files.exit();
    if (exit !== null) return guest.send({ type: 'ended', folder, exit });
    const spec = files.spec();
    if (spec !== null) return this.#serve(key, folder, guest, { key: spec.key, owned: false }, () => endOrphan(files));
    if (start === null) return guest.send({ type: 'absent', folder });
    this.#serve(key, folder, guest, null, start);
  }

  #serve(
    identity: string,
    folder: string,
    guest: Guest | null,
    noted: Pick<OpenLaneFile, 'key' | 'owned'> | null,
    begin: (entry: Entry) => Promise<LaneExit>,
  ): void {
    const guests = new Map(guest ? [[guest, folder]] : []);
    const [key, owned] = [noted?.key ?? null, noted?.owned ?? false];
    const entry: Entry = { guests, work: null, lane: null, started: false, noted: key, owned, pending: null };
    this.#entries.set(identity, entry);
    guest?.send({ type: 'running', folder });
    // Begins at once, so that a cancel that follows in the same breath finds the lane.
    const attempt = async (): Promise<LaneExit> => begin(entry);
    entry.work = attempt()
      .catch(cannotStart)
      .then((exit) => {
        if (entry.pending !== null) clearTimeout(entry.pending);
        this.#entries.delete(identity);
        if (entry.owned && entry.guests.size === 0) discard(folder);
        if (entry.noted !== null) this.#open.remove(entry.noted);
        for (const [one, asked] of entry.guests) one.send({ type: 'ended', folder: asked, exit });
        if (this.busy) return;
        this.#open.close();
        this.#onIdle();
      });
  }

  #tellOutput(entry: Entry): void {
    entry.pending ??= setTimeout(() => {
      entry.pending = null;
      for (const [guest, folder] of entry.guests) guest.send({ type: 'output', folder });
    }, outputPauseMs);
  }
}

/** A folder that can't be removed is no reason to end other lanes. */
function discard(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It stays, and holds output only.
  }
}

/** Two spellings of one folder are one lane. */
function identify(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}

/** A folder that can't be written to is the lane's failure, not the supervisor's. */
export function cannotStart(error: unknown): LaneExit {
  return {
    code: null,
    signal: null,
    reason: 'spawn-failed',
    detail: error instanceof Error ? error.message : String(error),
    at: isoSeconds(Date.now()),
    cut: false,
    survivors: 0,
  };
}
