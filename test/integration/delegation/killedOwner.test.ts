import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureBuilt } from '../../../scripts/lib/project.mjs';
import { until } from '../../until.ts';
import { createScriptedScene, type ScriptedScene } from './scriptedAgents.ts';

const host = join(import.meta.dirname, 'ownerHost.ts');

describe('delegated jobs whose owner is killed', function () {
  this.timeout(120_000);
  let scene: ScriptedScene;
  let owner: ChildProcess | null = null;
  before(async () => {
    ensureBuilt();
  });
  afterEach(async () => {
    owner?.kill('SIGKILL');
    await scene.close();
  });

  /** Opens a session, leaves it to another process, which hands it a job, and kills that once it has said `delivery`. */
  const killWhen = async (name: string, ms: number, delivery: string): Promise<void> => {
    scene = await createScriptedScene(name, { ms });
    const { id } = await scene.open();
    await scene.app.close();
    const child = spawn(process.execPath, [host, scene.repository.root, JSON.stringify(scene.settings), id], {
      env: { ...process.env, ...scene.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    owner = child;
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
    const ended = once(child, 'exit');
    await until(delivery, () => printed.includes(`"delivery":"${delivery}"`), 60_000);
    child.kill('SIGKILL');
    await ended;
    const job = /"job":"([^"]+)"/.exec(printed)?.[1] ?? '';
    scene.adopt(id, job);
  };
  const prompts = async (): Promise<number> =>
    (await scene.given()).filter((line) => line.startsWith('Read the whole file')).length;

  it('are gone on with by the next one, which takes what was handed in meanwhile', async () => {
    await killWhen('diligent', 4_000, 'delivered');
    await until(
      'the report',
      async () => (await scene.notes()).filter(({ kind }) => kind === 'ran').length === 2,
      30_000,
    );
    await scene.reopen();
    await until('its end', () => scene.job().status === 'completed', 20_000);
    const [attempt] = scene.job().attempts;
    assert.deepEqual([scene.job().attempts.length, attempt?.ended?.by, await prompts()], [1, 'agent', 1]);
    assert.equal(scene.session().ended, null);
  });

  it('are not typed again when it was killed while it typed, and a person is told that nobody knows', async () => {
    await killWhen('deaf', 0, 'sending');
    const typed = async (): Promise<number> =>
      (await scene.notes())
        .filter(({ kind }) => kind === 'lost')
        .map(({ text }) => text ?? '')
        .join('')
        .split('Read the whole file').length - 1;
    const before = await typed();
    await scene.reopen();
    const delivery = () => scene.job().attempts[0]?.delivery;
    await until('the end of the search for a sign', () => delivery()?.kind === 'notDelivered', 60_000);
    const now = delivery();
    assert.equal(now?.kind === 'notDelivered' && now.problem.code, 'job.deliveryUnknown');
    assert.deepEqual([await typed(), await prompts()], [before, 0]);
    assert.ok(before <= 1, `${before} times`);
    assert.ok(
      scene.told.some((line) => line.startsWith('undelivered:')),
      scene.told.join(),
    );
  });
});
