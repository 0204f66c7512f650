import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listProcesses } from '../../../src/adapters/process/processTable.ts';
import { headlessPlaces } from '../../contract/terminals/headlessPlaces.ts';
import type { PlacesUnderTest } from '../../contract/terminals/placesUnderTest.ts';
import { tmuxPlaces } from '../../contract/terminals/tmuxPlaces.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { until } from '../../until.ts';
import { never, value, withAgent } from './support.ts';

const environOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8') + readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

describe('Sessions whose host is killed', function () {
  this.timeout(60_000);
  let under: PlacesUnderTest | null = null;
  afterEach(async () => {
    await under?.close();
    under = null;
  });
  // Goes after what is in it.
  const folder = useTempFolder();

  for (const [kind, make] of [
    ['tmux', tmuxPlaces],
    ['headless', headlessPlaces],
  ] as const)
    it(`live on, and the next host goes on with them (${kind})`, async () => {
      under = make(folder());
      const agent = withAgent(under);
      const spec = agent.spec('s.1');
      const host = spawn(
        process.execPath,
        [join(import.meta.dirname, 'placeHost.ts'), kind, folder(), JSON.stringify(spec)],
        { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, HOST_OF_A_TEST: folder() } },
      );
      let said = '';
      host.stdout.setEncoding('utf8').on('data', (text: string) => void (said += text));
      await until(
        'the session',
        async () => said.includes('"ok":true') && (await agent.of('began')).length === 1,
        20_000,
      );
      host.kill('SIGKILL');
      await once(host, 'exit');

      const handle = value(await under.terminals.find('s.1'));
      assert.ok(handle);
      assert.equal(value(await under.terminals.open(spec, never)).handle, handle);
      const { pid } = (await agent.of('began'))[0]!;
      const look = await under.terminals.look(handle);
      assert.equal(look.kind === 'agent' && look.process?.pid, pid);
      await agent.tell(handle, 'are you there');
      await until('its answer', async () => (await agent.got()) === 'are you there');
      assert.equal((await agent.of('began')).length, 1);
      // What the host had started only for itself has ended with it.
      await until('the followers to end', async () => {
        const all = (await listProcesses()).filter(({ zombie }) => !zombie);
        return !all.some(
          (one) => environOf(one.pid).includes('attach-session') && environOf(one.pid).includes(folder()),
        );
      });
      value(await under.terminals.close(handle, 1000));
      assert.equal(await under.isAlive(pid), false);
    });

  it('leave no connection that could not end by itself, once the next host watches', async () => {
    under = tmuxPlaces(folder());
    const spec = { ...withAgent(under).spec('s.1'), argv: ['yes'] };
    const host = spawn(
      process.execPath,
      [join(import.meta.dirname, 'placeHost.ts'), 'tmux', folder(), JSON.stringify(spec)],
      { stdio: ['ignore', 'pipe', 'inherit'], env: process.env },
    );
    let said = '';
    host.stdout.setEncoding('utf8').on('data', (text: string) => void (said += text));
    const left = async (): Promise<readonly number[]> =>
      (await listProcesses())
        .filter(({ zombie, pid }) => !zombie && environOf(pid).includes('attach-session'))
        .map(({ pid }) => pid)
        .filter((pid) => environOf(pid).includes(folder()));
    await until('what it draws', () => said.split('change').length > 5, 20_000);
    const [follower] = await left();
    assert.ok(follower);
    host.kill('SIGKILL');
    await once(host, 'exit');
    const watching = under.terminals.watch(() => undefined);
    await until('the connection to end', async () => !(await left()).includes(follower), 20_000);
    watching.dispose();
  });
});
