import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../../src/protocol/settings.ts';
import { lifeOf } from '../../builders/delegation.ts';
import { createMosquitto, createNats, type RealBroker } from '../../contract/bus/brokers.ts';
import { until } from '../../until.ts';
import { makeRepository, type TestRepository } from '../app/support.ts';
import { createOutsider, startOwner, type Heard, type Outsider, type Owner } from './support.ts';

/** Every event of the log was heard exactly once, with the very text that follows from the log. */
async function heardAll(outsider: Outsider, heard: Heard): Promise<void> {
  const short = (body: string): string => {
    const { job_id: job, seq, event }: { job_id: string; seq: number; event: string } = JSON.parse(body);
    return `${job} ${seq} ${event}`;
  };
  const expected = (await outsider.expected()).map(({ body }) => body).toSorted();
  const events = (): readonly string[] =>
    heard.received.filter(({ payload }) => payload.event !== 'state').map(({ payload }) => JSON.stringify(payload));
  await until('every message', () => events().length >= expected.length, 40_000).catch(() => undefined);
  assert.deepEqual(events().map(short).toSorted(), expected.map(short).toSorted());
  assert.deepEqual(events().toSorted(), expected);
  assert.deepEqual(heard.refused, []);
}

describe('a killed owner', function () {
  this.timeout(120_000);
  let repository: TestRepository;
  let outsider: Outsider;
  let owner: Owner;
  const heards: Heard[] = [];
  beforeEach(async () => {
    repository = makeRepository({ 'README.md': 'x\n', 'tasks/queue.md': '# Queue\n' });
    owner = await startOwner(repository.root);
    outsider = await createOutsider(repository.root);
  });
  afterEach(async () => {
    for (const heard of heards.splice(0)) await heard.close();
    await owner.kill();
    await outsider.dispose();
    await repository.dispose();
  });
  const listen = async (settings: Partial<Settings> = {}): Promise<Heard> => {
    const heard = outsider.listen(settings);
    heards.push(heard);
    await until('a line', () => heard.isListening, 20_000);
    return heard;
  };

  it('leaves no message untold on its own broker: the next one says it with the same id', async () => {
    const heard = await listen();
    for (let round = 0; round < 3; round++) {
      // Killed at once after the log has them: some are told, some under way, some not looked at yet.
      const told = heard.received.length;
      await outsider.append(...lifeOf(`r${round}`, 40));
      if (round > 0) await until('the first of them', () => heard.received.length > told);
      await owner.kill();
      owner = await startOwner(repository.root);
    }
    await heardAll(outsider, heard);
  });

  it('keeps its credential and its port for those who know them, readable by its user alone', async () => {
    await listen();
    const before = await outsider.bus.door.subscriber(null);
    const { mode } = await stat(join(repository.root, '.git/mam/bus/broker.json'));
    assert.equal(mode & 0o777, 0o600);
    await owner.kill();
    assert.equal(await outsider.bus.door.subscriber(null), null);
    owner = await startOwner(repository.root);
    await until('the broker', async () => (await outsider.bus.door.subscriber(null)) !== null, 20_000);
    assert.deepEqual(await outsider.bus.door.subscriber(null), before);
  });

  for (const [name, make] of [
    ['Mosquitto', createMosquitto],
    ['nats-server', createNats],
  ] as const)
    describe(`with ${name}, which is killed too`, () => {
      let broker: RealBroker;
      beforeEach(async () => {
        broker = await make();
      });
      afterEach(() => broker.dispose());

      it('loses nothing', async () => {
        await owner.kill();
        const { host, port, user, password } = broker.address;
        const settings = {
          'mam.bus.host': host,
          'mam.bus.port': port,
          'mam.bus.user': user ?? '',
          'mam.bus.passwordVariable': 'TEST_PASSWORD',
        };
        const env = { TEST_PASSWORD: password ?? '' };
        owner = await startOwner(repository.root, settings, env);
        const heard = outsider.listen(settings, null, env);
        heards.push(heard);
        await until('a line', () => heard.isListening, 20_000);
        await outsider.append(...lifeOf('a', 30));
        await until('something', () => heard.received.length > 3);
        await broker.kill();
        await outsider.append(...lifeOf('b', 30));
        await owner.kill();
        owner = await startOwner(repository.root, settings, env);
        await broker.start();
        await until('a line again', () => heard.isListening, 40_000);
        await outsider.append(...lifeOf('c', 3));
        await heardAll(outsider, heard);
      });
    });
});
