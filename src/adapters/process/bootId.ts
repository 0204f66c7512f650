import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Names this boot of the machine: a process that was started in another one is gone, whatever has its pid now. Null where
 * the system does not tell.
 */
export async function readBootId(): Promise<string | null> {
  if (process.platform === 'linux')
    return readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
      (text) => text.trim() || null,
      () => null,
    );
  if (process.platform !== 'darwin') return null;
  return promisify(execFile)('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'], { timeout: 2_000 }).then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  );
}
