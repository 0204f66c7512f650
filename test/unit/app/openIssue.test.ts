import assert from 'node:assert/strict';
import type { Ports } from '../../../src/app/ports.ts';
import { createHarness, person, type Harness } from '../../builders/appHarness.ts';
import { settle } from '../../fakes/manualClock.ts';
import { createMemoryForge } from '../../fakes/memoryForge.ts';
import { createMemoryStore } from '../../fakes/memoryStore.ts';

const ask = { title: 'Mend the fetcher', body: 'Role: implementer' };
const summary = (done: Awaited<ReturnType<Harness['app']['openIssue']>>): string =>
  done.ok ? `${done.value.number} ${done.value.found ? 'found' : 'opened'}` : done.error.code;

describe('an issue that a person asks for', () => {
  let hosts: Harness[];
  beforeEach(() => (hosts = []));
  afterEach(async () => {
    for (const host of hosts) await host.app.close();
  });
  const open = async (options: Partial<Parameters<typeof createHarness>[0]> = {}): Promise<Harness> => {
    const host = await createHarness({ queue: '', ...options });
    hosts.push(host);
    return host;
  };

  it('holds nothing that may not be shown around, and is opened by nobody else', async () => {
    const h = await open();
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    assert.equal(
      summary(await h.app.openIssue({ title: `Token ${secret}`, body: 'In /home/ann/x' }, person)),
      '1 opened',
    );
    const [opened] = h.forge.world.opened ?? [];
    assert.doesNotMatch(`${opened?.title} ${opened?.body}`, /ghp_|\/home\/ann/);
    assert.equal(summary(await h.app.openIssue(ask, { kind: 'host', id: 'x' })), 'start.issueByPerson');
  });

  it('is one, however often and by however many it is asked for, until it is closed', async () => {
    const h = await open();
    const both = await Promise.all([h.app.openIssue(ask, person), h.app.openIssue(ask, person)]);
    assert.deepEqual(
      both.map((one) => one.ok && one.value.number),
      ['1', '1'],
    );
    assert.equal(summary(await h.app.openIssue(ask, person)), '1 found');
    h.forge.unreachable = { code: 'forge.offline', text: 'Away.', params: {} };
    assert.equal(summary(await h.app.openIssue(ask, person)), 'issue.notAsked');
    h.forge.unreachable = null;
    h.forge.world.issues['1'] = 'closed';
    assert.equal(summary(await h.app.openIssue(ask, person)), '2 opened');
    assert.equal(summary(await h.app.openIssue({ ...ask, title: 'Another' }, person)), '3 opened');
  });

  /** A host that is killed while its call is under way; the call goes on by itself, and ends when `arrive` is called. */
  async function killed(): Promise<{
    readonly second: Harness;
    readonly forge: ReturnType<typeof createMemoryForge>;
    readonly arrive: () => Promise<unknown>;
  }> {
    const store = createMemoryStore();
    const forge = createMemoryForge();
    const away: (() => Promise<unknown>)[] = [];
    const first = await createHarness({
      queue: '',
      store,
      wrap: (ports: Ports) => ({
        ...ports,
        forge: {
          ...forge,
          createIssue: (issue) => {
            away.push(() => forge.createIssue(issue));
            return new Promise(() => undefined);
          },
        },
      }),
    });
    void first.app.openIssue(ask, person);
    for (let n = 0; n < 40 && away.length === 0; n++) await settle();
    const [arrive] = away;
    assert.ok(arrive);
    store.kill();
    const second = await open({
      store,
      git: first.git,
      files: first.files,
      clock: first.clock,
      idPrefix: 'b',
      wrap: (ports) => ({ ...ports, forge }),
    });
    return { second, forge, arrive };
  }

  it('is found when the call of a killed host arrives after all', async () => {
    const { second, arrive } = await killed();
    const asked = second.app.openIssue(ask, person);
    await second.clock.advance(3000);
    await arrive();
    await second.clock.advance(3000);
    assert.equal(summary(await asked), '1 found');
    assert.equal(summary(await second.app.openIssue(ask, person)), '1 found');
  });

  it('is asked of a person when nobody can tell, and opened when it is asked for again', async () => {
    const { second } = await killed();
    const asked = second.app.openIssue(ask, person);
    await second.clock.advance(60_000);
    assert.equal(summary(await asked), 'issue.unseen');
    assert.equal(summary(await second.app.openIssue(ask, person)), '1 opened');
  });

  for (const code of ['forge.none', 'forge.missing', 'forge.signedOut', 'forge.offline', 'forge.failed'])
    it(`stays in doubt after a kill while the forge answers ${code}, so that none is opened twice`, async () => {
      const { second, forge, arrive } = await killed();
      forge.unreachable = { code, text: 'No.', params: {} };
      const asked = second.app.openIssue(ask, person);
      await second.clock.advance(1000);
      assert.equal(summary(await asked), code);
      forge.unreachable = null;
      const again = second.app.openIssue(ask, person);
      await second.clock.advance(3000);
      await arrive();
      await second.clock.advance(3000);
      assert.equal(summary(await again), '1 found');
      assert.deepEqual(Object.keys(forge.world.issues), ['1']);
    });

  it('is opened by the next call when the forge said no, without another one for the first', async () => {
    const h = await open();
    for (const code of ['forge.none', 'forge.offline', 'forge.failed']) {
      h.forge.unreachable = { code, text: 'No.', params: {} };
      assert.equal(summary(await h.app.openIssue({ ...ask, title: code }, person)), code);
      h.forge.unreachable = null;
      assert.match(summary(await h.app.openIssue({ ...ask, title: code }, person)), /^\d opened$/);
    }
  });
});
