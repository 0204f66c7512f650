import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createNodeFiles } from '../../../src/adapters/files/nodeFiles.ts';
import { makeRepository } from './support.ts';

describe('an advisory lock of another tool', () => {
  it('is seen while it is held, and no longer', async function () {
    if (process.platform !== 'linux') this.skip();
    const repository = makeRepository({ 'leases.json.lock': '' });
    const path = join(repository.root, 'leases.json.lock');
    const files = createNodeFiles({ roots: [repository.root] });
    const holder = spawn('flock', [path, 'sh', '-c', 'echo held; read line'], { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      await once(holder.stdout, 'data');
      assert.equal(await files.isLocked(path), true);
      holder.stdin.end('\n');
      await once(holder, 'close');
      assert.equal(await files.isLocked(path), false);
      assert.equal(await files.isLocked(join(repository.root, 'missing')), false);
    } finally {
      holder.kill();
      await repository.dispose();
    }
  });
});
