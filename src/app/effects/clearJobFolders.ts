import type { Places } from '../places.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Files } from '../ports/files.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { EffectOf } from './handler.ts';

interface Needs {
  readonly places: Pick<Places, 'jobs' | 'reports'>;
  readonly store: Pick<EventStore, 'getBlob'>;
  readonly files: Pick<Files, 'clearFolder' | 'kind' | 'read'>;
}

/** Takes away the folders of jobs whose reports are kept elsewhere, each as long as nothing in it is anybody else's. */
export async function clearJobFolders(effect: EffectOf<'clearJobFolders'>, context: Needs): Promise<Outcome> {
  const { folders } = effect;
  if (!(await areKept(effect, context)))
    return { kind: 'clearJobFolders', cleared: [], kept: folders.map(({ job }) => job) };
  const cleared: string[] = [];
  const kept: string[] = [];
  for (const { job, seal } of folders) {
    const done = await context.files.clearFolder(`${context.places.jobs}/${job}`, seal);
    (done.ok && done.value === 'cleared' ? cleared : kept).push(job);
  }
  return { kind: 'clearJobFolders', cleared, kept };
}

/** Whether every report, and the file that names all of them, still is where people keep them. */
async function areKept({ promotion }: EffectOf<'clearJobFolders'>, { places, store, files }: Needs): Promise<boolean> {
  if ((await files.kind(`${places.reports}/${promotion.manifest}`)) !== 'file') return false;
  for (const { file, digest } of promotion.reports) {
    const [there, text] = [await files.read(`${places.reports}/${file}`), await store.getBlob(digest)];
    if (!there.ok || text === null || there.value !== text) return false;
  }
  return true;
}
