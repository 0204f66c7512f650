import { mkdirSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { isoSeconds } from '../../../base/clock.ts';
import type { LaneExit } from '../../../protocol/agents/laneFiles.ts';
import type { LaneRequest, ServerMessage } from '../../../protocol/agents/supervisorMessages.ts';
import { startLane, type Lane } from './lane.ts';
import { laneFolder } from './laneFolder.ts';
import { endOrphan } from './orphan.ts';
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
  pending: NodeJS.Timeout | null;
}

/** All lanes of one supervisor: starts, joins and ends them. A folder is started once, whoever asks. */
export class Desk {
  readonly #entries = new Map<string, Entry>();
  readonly #limits: { readonly stdout: BoundedLogLimits; readonly stderr: BoundedLogLimits };
  readonly #onIdle: () => void;

  constructor(limits: { readonly stdout: BoundedLogLimits; readonly stderr: BoundedLogLimits }, onIdle: () => void) {
    this.#limits = limits;
    this.#onIdle = onIdle;
  }

  get busy(): boolean {
    return this.#entries.size > 0;
  }

  /** Starts the lane, joins it, or tells how it ended; a lane that an earlier supervisor lost is ended first. */
  start(request: LaneRequest, guest: Guest): void {
    mkdirSync(request.folder, { recursive: true, mode: 0o700 });
    this.#open(request.folder, guest, (entry) => {
      entry.lane = startLane(request, this.#limits, () => this.#tellOutput(entry));
      return entry.lane.ended;
    });
  }

  /** Joins a lane, but never starts one. */
  attach(folder: string, guest: Guest): void {
    this.#open(folder, guest, null);
  }

  cancel(folder: string): void {
    this.#entries.get(identify(folder))?.lane?.stop('stopped');
  }

  /** A host is gone: what it owned ends, the rest runs on. */
  leave(guest: Guest): void {
    for (const entry of this.#entries.values()) {
      if (!entry.guests.delete(guest)) continue;
      if (entry.lane?.owned === true && entry.guests.size === 0) entry.lane.stop('lost');
    }
  }

  /** Ends every lane as lost; resolves when all have ended. */
  async close(): Promise<void> {
    for (const entry of this.#entries.values()) entry.lane?.stop('lost');
    await Promise.all([...this.#entries.values()].map(async (entry) => entry.work));
  }

  #open(folder: string, guest: Guest, start: ((entry: Entry) => Promise<LaneExit>) | null): void {
    const key = identify(folder);
    const present = this.#entries.get(key);
    if (present !== undefined) {
      present.guests.set(guest, folder);
      guest.send({ type: 'running', folder });
      return;
    }
    const files = laneFolder(folder);
    const exit = files.exit();
    if (exit !== null) return guest.send({ type: 'ended', folder, exit });
    if (files.spec() !== null) return this.#serve(key, folder, guest, () => endOrphan(files));
    if (start === null) return guest.send({ type: 'absent', folder });
    this.#serve(key, folder, guest, start);
  }

  #serve(key: string, folder: string, guest: Guest, begin: (entry: Entry) => Promise<LaneExit>): void {
    const entry: Entry = { guests: new Map([[guest, folder]]), work: null, lane: null, pending: null };
    this.#entries.set(key, entry);
    guest.send({ type: 'running', folder });
    // Begins at once, so that a cancel that follows in the same breath finds the lane.
    const attempt = async (): Promise<LaneExit> => begin(entry);
    entry.work = attempt()
      .catch(cannotStart)
      .then((exit) => {
        if (entry.pending !== null) clearTimeout(entry.pending);
        this.#entries.delete(key);
        for (const [one, asked] of entry.guests) one.send({ type: 'ended', folder: asked, exit });
        if (!this.busy) this.#onIdle();
      });
  }

  #tellOutput(entry: Entry): void {
    entry.pending ??= setTimeout(() => {
      entry.pending = null;
      for (const [guest, folder] of entry.guests) guest.send({ type: 'output', folder });
    }, outputPauseMs);
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
