import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createJsonLog } from '../../src/adapters/system/jsonLog.ts';
import { createMachine } from '../../src/adapters/system/machine.ts';
import { createRandomIds } from '../../src/adapters/system/randomIds.ts';
import { createSystemClock } from '../../src/adapters/system/systemClock.ts';

describe('the system', () => {
  it('logs one JSON object a line, without secrets and with whole errors', () => {
    const lines: string[] = [];
    const now = () => Date.UTC(2026, 0, 1);
    const log = createJsonLog({
      now,
      write: (line) => void lines.push(line),
      redact: (line) => line.replaceAll('s3cret', '***'),
    });
    log.info('started', { token: 's3cret', count: 1n, level: 'fields never hide the level' });
    log.error('failed', { error: new TypeError('line 1\nline 2') });
    const [first, second] = lines.map((line) => JSON.parse(line));
    assert.deepEqual(first, {
      at: '2026-01-01T00:00:00.000Z',
      level: 'info',
      message: 'started',
      token: '***',
      count: '1',
    });
    assert.deepEqual([second.level, second.error.name, second.error.message], ['error', 'TypeError', 'line 1\nline 2']);
    assert.equal(
      lines.some((line) => line.includes('\n')),
      false,
    );
  });

  it('makes ids that are legal names and never the same', () => {
    const ids = createRandomIds();
    const made = Array.from({ length: 1_000 }, () => ids.next());
    assert.equal(new Set(made).size, 1_000);
    for (const id of made) assert.match(id, /^[0-9a-f]{12}$/);
  });

  it('knows whether somebody serves at a port, whatever address they have, and how much room there is', async () => {
    const machine = createMachine(
      async () => ({ machine: 'here', boot: null, pidNamespace: null }),
      async () => true,
    );
    for (const host of ['127.0.0.1', '0.0.0.0']) {
      const server = createServer().listen(0, host);
      await once(server, 'listening');
      const address = server.address();
      assert.ok(typeof address === 'object' && address !== null);
      assert.equal(await machine.serves(address.port), true, host);
      server.close();
      await once(server, 'close');
      assert.equal(await machine.serves(address.port), false, host);
    }
    const there = await machine.freeBytes(tmpdir());
    assert.ok(there !== null && there > 0);
    assert.notEqual(await machine.freeBytes(join(tmpdir(), 'none', 'x'.repeat(300))), null);
  });

  it('runs a timer once, unless it is disposed', async () => {
    const clock = createSystemClock();
    const ran: string[] = [];
    clock.after(1, () => ran.push('disposed')).dispose();
    await new Promise<void>((resolve) => {
      clock.after(1, () => ran.push('first'));
      clock.after(5, resolve);
    });
    assert.deepEqual(ran, ['first']);
    assert.ok(Math.abs(clock.now() - Date.now()) < 1_000);
  });
});
