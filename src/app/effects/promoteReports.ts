import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { PromotedReport } from '../../core/loop/promotion.ts';
import type { Outcome } from '../../core/outcome.ts';
import { hideLater } from '../ledgerGuard.ts';
import { reportsFolder, type Places } from '../places.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Files } from '../ports/files.ts';
import type { Git } from '../ports/git.ts';
import type { EffectOf } from './handler.ts';

interface Needs {
  readonly places: Pick<Places, 'reports' | 'exclude'>;
  readonly git: Pick<Git, 'tracked'>;
  readonly store: Pick<EventStore, 'getBlob'>;
  readonly files: Pick<Files, 'list' | 'read' | 'remove' | 'write'>;
}

/**
 * Writes each report, then the file that names all of them: whoever finds that one finds every report that it names.
 * Each step leaves what is there already as it is, so that it goes on wherever it was cut short.
 */
export async function promoteReports(effect: EffectOf<'promoteReports'>, context: Needs): Promise<Outcome> {
  const folder = context.places.reports;
  // Reports that git shows are no reason to keep none.
  await hideLater(reportsFolder, context);
  const swept = await sweep(effect, context);
  if (!swept.ok) return { kind: 'failed', problem: swept.error };
  for (const report of effect.reports) {
    const text = await context.store.getBlob(report.digest);
    if (text === null) return { kind: 'failed', problem: gone(report) };
    const put = await putOnce(`${folder}/${report.file}`, text, context);
    if (!put.ok) return { kind: 'failed', problem: put.error };
  }
  const put = await putOnce(`${folder}/${effect.manifest}`, manifestOf(effect), context);
  return put.ok ? { kind: 'promoteReports' } : { kind: 'failed', problem: put.error };
}

/** People commit what is in this folder, so that nothing may lie there which a killed write of these files had begun. */
async function sweep(
  { reports, manifest }: EffectOf<'promoteReports'>,
  { places, files }: Needs,
): Promise<Result<void, Problem>> {
  const own = new Set([manifest, ...reports.map(({ file }) => file)]);
  for (const name of await files.list(places.reports)) {
    const [, of = ''] = /^\.(.+)\.[0-9a-f]{12}\.tmp$/.exec(name) ?? [];
    const removed = own.has(of) ? await files.remove(`${places.reports}/${name}`) : ok(undefined);
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}

/** A file of that name with that text, which is read again once it is written. */
async function putOnce(path: string, text: string, { files }: Pick<Needs, 'files'>): Promise<Result<void, Problem>> {
  const before = await files.read(path);
  if (!before.ok) return before;
  if (before.value === text) return ok(undefined);
  if (before.value !== null) return err(other(path));
  const written = await files.write(path, text);
  if (!written.ok) return written;
  const after = await files.read(path);
  if (!after.ok) return after;
  return after.value === text ? ok(undefined) : err(other(path));
}

/** For people and programs alike: what was judged, and by which reports. */
const manifestOf = ({ identity, reports }: EffectOf<'promoteReports'>): string =>
  `${JSON.stringify(
    {
      schema_version: 1,
      ...identity,
      reports: reports.map(({ file, digest, session, role, agent, job }) => ({
        file,
        sha256: digest,
        session,
        role,
        agent,
        job,
        verdict: 'PASS',
      })),
    },
    null,
    2,
  )}\n`;

const gone = ({ job }: PromotedReport): Problem =>
  problem('promotion.gone', 'The report of {job} is not in the log any more, so no report was kept. Review again.', {
    job,
  });

const other = (path: string): Problem =>
  problem('promotion.other', '{path} holds something else, so it is left as it is. Move it away, then resume.', {
    path,
  });
