import type { DomainEvent } from '../core/event.ts';
import type { State } from '../core/state.ts';
import type { Places } from './places.ts';
import type { Files } from './ports/files.ts';
import type { Log } from './ports/system.ts';

/** Lays word of a takeover into the folder of the job that has the lease in hand: a writer has no other ear. */
export async function noticeHolder(
  { files, log }: { readonly files: Files; readonly log: Log },
  places: Places,
  state: State,
  { lease: id, takeover }: Extract<DomainEvent, { type: 'takeoverAnnounced' }>,
): Promise<void> {
  const lease = state.leases[id];
  const job = state.openJobs[lease?.borrower?.token ?? ''];
  if (!lease || job === undefined) return;
  const notice = { notice: 'takeover', lease: id, by: takeover.by, at: takeover.at, files: lease.claims };
  const written = await files.write(
    `${places.jobs}/${lease.borrower?.token}/lease-notice.json`,
    `${JSON.stringify(notice, null, 2)}\n`,
  );
  if (!written.ok) log.warn('the notice of a takeover could not be written', { code: written.error.code });
}
