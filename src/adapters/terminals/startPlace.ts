import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposable } from '../../base/disposable.ts';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { SessionSpec } from '../../app/ports/terminals.ts';
import type { PlaceNote, PlaceRequest } from '../../protocol/agents/place.ts';
import { handleOf } from './handles.ts';
import type { PlaceNotes } from './placeNotes.ts';
import { isOver } from './placeState.ts';
import { pruneEnded, pruneRequests } from './prune.ts';
import { folderMissing, notStarted, startStopped } from './problems.ts';

export interface PlaceStarter {
  readonly notes: PlaceNotes;
  /** Where notes and requests are. */
  readonly folder: string;
  /** The first process of a place, which gets the path of a request. */
  readonly program: readonly [string, ...string[]];
  readonly watchFolder: (folder: string, onChange: () => void) => Disposable;
  /** Runs the program of a place in a terminal; false where another host was faster, and nothing was done. */
  begin(argv: readonly string[], spec: SessionSpec): Promise<Result<boolean, Problem>>;
  /** What its terminal says when it has ended, or its program has, before that began; null while it may still begin. */
  readonly whyEnded?: (handle: string) => Promise<string | null>;
  /** Takes away a terminal whose program never began. */
  abandon(handle: string): Promise<unknown>;
  close(handle: string, graceMs: number): Promise<unknown>;
}

/** How long a session may take until its agent runs, in milliseconds. */
const startMs = 15_000;
/** How often it is asked meanwhile whether its terminal is still there, in milliseconds. */
const askMs = 1000;

/**
 * Starts a session, or joins the one that this host or another started under its id: the program of the place claims the
 * id, so that there is never a second agent, also where two servers were asked.
 */
export async function startPlace(
  starter: PlaceStarter,
  spec: SessionSpec,
  signal: AbortSignal,
): Promise<Result<{ readonly handle: string }, Problem>> {
  const handle = handleOf(spec.id);
  const known = await starter.notes.read(handle);
  if (!known.ok) return known;
  const request = join(starter.folder, `${handle}.${randomBytes(6).toString('hex')}.request`);
  let isOurs = false;
  if (known.value === null) {
    if (signal.aborted) return err(startStopped(spec.name));
    const asked = await ask(starter, spec, handle, request);
    if (!asked.ok) return asked;
    isOurs = asked.value;
  }
  const note = await waitForAgent(starter, handle, signal);
  // A program that never began has not read it.
  await rm(request, { force: true });
  if (!note.ok) return note;
  if (typeof note.value === 'string') {
    // What another host began is not this one's to take away.
    if (isOurs) await starter.abandon(handle);
    return err(signal.aborted ? startStopped(spec.name) : notStarted(spec.name, note.value));
  }
  if (signal.aborted && isOurs) {
    await starter.close(handle, 0);
    return err(startStopped(spec.name));
  }
  if (note.value.state === 'failed') return err(notStarted(spec.name, note.value.reason ?? '-'));
  return ok({ handle });
}

async function ask(
  starter: PlaceStarter,
  spec: SessionSpec,
  handle: string,
  path: string,
): Promise<Result<boolean, Problem>> {
  const isFolder = await stat(spec.cwd).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  if (!isFolder) return err(folderMissing(spec.name, spec.cwd));
  await mkdir(starter.folder, { recursive: true, mode: 0o700 });
  await pruneRequests(starter.folder, Date.now());
  await pruneEnded(starter.folder, (name) => isEnded(starter.notes, name));
  const request: PlaceRequest = {
    id: spec.id,
    argv: [...spec.argv],
    cwd: spec.cwd,
    env: { ...spec.env },
    key: `place-${handle}-${randomBytes(6).toString('hex')}`,
    shell: spec.env['SHELL'] ?? '/bin/sh',
    note: starter.notes.path(handle),
    ended: 'The agent has ended ({code}). This is a shell in its folder.',
  };
  await writeFile(path, JSON.stringify(request), { mode: 0o600, flag: 'wx' });
  const begun = await starter.begin([...starter.program, path], spec);
  // It holds secrets, and nobody will read it.
  if (!begun.ok || !begun.value) await rm(path, { force: true });
  return begun;
}

async function isEnded(notes: PlaceNotes, name: string): Promise<boolean> {
  if (!name.endsWith('.json')) return false;
  const note = await notes.read(name.slice(0, -'.json'.length));
  return note.ok && note.value !== null && isOver(note.value);
}

/** What its note says once it says more than that it begins, or why there won't be such a note. */
async function waitForAgent(
  starter: PlaceStarter,
  handle: string,
  signal: AbortSignal,
): Promise<Result<PlaceNote | string, Problem>> {
  let wake = (): void => undefined;
  const watch = starter.watchFolder(starter.folder, () => wake());
  const abort = (): void => wake();
  signal.addEventListener('abort', abort);
  const end = performance.now() + startMs;
  let asked = performance.now();
  let timer: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => (wake = resolve));
      // Asked for first: a program that began and ended meanwhile has left its note.
      const isLate = performance.now() - asked >= askMs;
      if (isLate) asked = performance.now();
      const why = isLate ? await starter.whyEnded?.(handle) : null;
      const note = await starter.notes.read(handle);
      if (!note.ok) return note;
      if (note.value !== null && (note.value.state !== 'starting' || (await isOver(note.value)))) return ok(note.value);
      if (signal.aborted) return ok('it was called off');
      if (note.value === null && typeof why === 'string') return ok(why);
      const left = end - performance.now();
      if (left <= 0) return ok(`its terminal did not begin within ${startMs / 1000} s`);
      timer = setTimeout(wake, Math.min(left, askMs));
      await changed;
      clearTimeout(timer);
    }
  } finally {
    watch.dispose();
    signal.removeEventListener('abort', abort);
    clearTimeout(timer);
  }
}
