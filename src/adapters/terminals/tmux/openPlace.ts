import type { Disposable } from '../../../base/disposable.ts';
import { because, type Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { SessionSpec } from '../../../app/ports/terminals.ts';
import { handleOf } from '../handles.ts';
import type { PlaceNotes } from '../placeNotes.ts';
import { notStarted } from '../problems.ts';
import { redactSecrets } from '../../../core/privacy/secrets.ts';
import { startPlace } from '../startPlace.ts';
import type { TmuxClient } from './client.ts';
import { closePlace, isNoSession } from './closePlace.ts';
import { serverOptions } from './options.ts';

interface Deps {
  readonly client: TmuxClient;
  readonly notes: PlaceNotes;
  readonly folder: string;
  readonly program: readonly [string, ...string[]];
  readonly watchFolder: (folder: string, onChange: () => void) => Disposable;
}

/** Of a screen that nobody looks at, in columns and rows. */
const size = ['-x', '160', '-y', '50'];

/** Starts a session in a terminal of its own, or joins the one that is there under its id. */
export const openPlace = (
  deps: Deps,
  spec: SessionSpec,
  signal: AbortSignal,
): Promise<Result<{ readonly handle: string }, Problem>> =>
  startPlace(
    {
      ...deps,
      begin: (argv) => begin(deps.client, spec, argv),
      whyEnded: (handle) => whyEnded(deps.client, handle),
      abandon: (handle) => deps.client.call([['kill-session', '-t', `=${handle}`]]),
      close: (handle, graceMs) => closePlace(deps, handle, graceMs),
    },
    spec,
    signal,
  );

async function begin(
  client: TmuxClient,
  spec: SessionSpec,
  argv: readonly string[],
): Promise<Result<boolean, Problem>> {
  const tmux = await client.locate();
  if (!tmux.ok) return tmux;
  // Names are formats: what stands in them must not be run.
  const name = spec.name.replace(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, 60) || 'session';
  const start = ['new-session', '-d', '-s', handleOf(spec.id), '-n', name, ...size, '--', ...argv];
  const started = await client.call([...serverOptions(tmux.value.version), start]);
  if (started.ok) return started.value === null ? err(notStarted(spec.name, because('tmux ended at once'))) : ok(true);
  return /duplicate session/.test(String(started.error.params['reason'])) ? ok(false) : started;
}

/** A pane stays when its program could not be run, with what that said. */
async function whyEnded(client: TmuxClient, handle: string): Promise<string | null> {
  const panes = await client.call([['list-panes', '-s', '-t', `=${handle}`, '-F', '#{pane_dead} #{pane_id}']]);
  if (!panes.ok && !isNoSession(panes.error)) return null;
  const [, dead, id = ''] = /^(\d) (%\d+)/.exec((panes.ok && panes.value) || '') ?? [];
  if (dead === '0') return null;
  const said = id === '' ? null : await client.call([['capture-pane', '-p', '-J', '-t', id]]);
  const text = redactSecrets((said?.ok && said.value?.trim().replace(/\s+/g, ' ')) || '').slice(0, 300);
  return text || 'its terminal ended at once';
}
