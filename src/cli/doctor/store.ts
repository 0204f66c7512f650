import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../app/app.ts';
import { finding, type Finding } from '../../app/doctor/finding.ts';
import type { Cli } from '../cli.ts';

/** Byte 18 of a SQLite file says how it is written: 2 is the write-ahead log. */
export async function storeFinding({ t }: Cli, app: App): Promise<Finding> {
  const file = await open(join(app.facts.commonDir, 'mam', 'mam.db'), 'r').catch(() => null);
  if (file === null) return finding('warn', t('Store'), t('no database yet'));
  try {
    const { buffer } = await file.read(Buffer.alloc(20), 0, 20, 0);
    return buffer[18] === 2
      ? finding('ok', t('Store'), t('write-ahead log'))
      : finding(
          'warn',
          t('Store'),
          t('rollback journal: the file system can’t share a write-ahead log, so appends are slower'),
        );
  } finally {
    await file.close();
  }
}
