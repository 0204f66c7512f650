import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, utimesSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { openStore } from './openStore.ts';

const opener = join(import.meta.dirname, 'opener.ts');

describe('making the log of a control root', () => {
  const temp = useTempFolder();

  it('can be killed at any moment, and the next host makes it', async function () {
    this.timeout(60_000);
    for (let n = 0; n < 12; n++) {
      const folder = join(temp(), String(n));
      mkdirSync(folder);
      const child = spawn(process.execPath, [opener, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
      // It says when it starts to open, so that the kill hits the making and not the start of the process.
      await once(child.stdout, 'data');
      const timer = setTimeout(() => child.kill('SIGKILL'), n);
      await once(child, 'close');
      clearTimeout(timer);
      const store = await openStore(folder);
      await store.close();
    }
  });

  it('leaves nothing half-made behind', async () => {
    const folder = temp();
    mkdirSync(join(folder, 'mam'), { recursive: true });
    const left = join(folder, 'mam', 'mam.db.new-1-1');
    writeFileSync(left, '');
    utimesSync(left, 0, 0);
    const store = await openStore(folder);
    await store.close();
    assert.deepEqual(
      readdirSync(join(folder, 'mam')).filter((name) => name.includes('.new-')),
      [],
    );
  });
});
