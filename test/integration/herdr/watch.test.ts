import assert from 'node:assert/strict';
import { createPaneWatch } from '../../../src/adapters/terminals/herdr/paneWatch.ts';
import { handleIn } from '../../../src/adapters/terminals/herdr/panes.ts';
import type { Disposable } from '../../../src/base/disposable.ts';
import { herdr082, herdr09, type FakeHerdr } from '../../fakes/fakeHerdr/fakeHerdr.ts';
import type { Pane } from '../../fakes/fakeHerdr/world.ts';
import { until } from '../../until.ts';
import { addPane, useHerdr } from './support.ts';

describe('the watch of a herdr server', () => {
  const herdr = useHerdr();
  let told: (string | null)[];
  let watches: Disposable[];
  let panes: ReturnType<typeof createPaneWatch> | null;
  beforeEach(() => {
    told = [];
    watches = [];
    panes = null;
  });
  afterEach(() => watches.forEach((watch) => watch.dispose()));

  const watch = (): Disposable => {
    const watchFolder = (): Disposable => ({ dispose: () => undefined });
    panes ??= createPaneWatch({ calls: herdr.calls(), folder: herdr.folder(), watchFolder });
    const one = panes.watch((handle) => told.push(handle));
    watches.push(one);
    return one;
  };
  const watching = async (server: FakeHerdr): Promise<void> => {
    watch();
    await until('the first look', () => told.includes(null) && server.asked.length >= 2);
  };
  const handleOf = ({ label }: Pane): string => handleIn(label) ?? '';
  const hears = async (what: string, handle: string | null): Promise<void> => {
    await until(what, () => told.includes(handle));
    told.length = 0;
  };

  for (const version of [herdr082, herdr09])
    it(`tells of panes that come, change, move and go with ${version.version}`, async () => {
      const server = await herdr.serve({ version });
      await watching(server);
      told.length = 0;
      const pane = await addPane(server, 's.1', herdr.folder());
      await hears('a new pane', handleOf(pane));
      server.world.setStatus(pane, 'claude', 'working');
      await hears('its work', handleOf(pane));
      server.world.setStatus(pane, 'claude', 'blocked');
      await hears('its question', handleOf(pane));
      server.world.movePane(pane);
      await hears('its move', handleOf(pane));
      // The pane has another id by now: its state is told only by a new subscription.
      await until('a single subscription', () => server.subscriptions() === 1);
      server.world.setStatus(pane, 'claude', 'working');
      await hears('its work', handleOf(pane));
      pane.process.kill();
      await hears('its end', handleOf(pane));
    });

  it('is not led astray by events of long ago, which an old server tells anew', async () => {
    const server = await herdr.serve({ version: herdr082 });
    for (let round = 0; round < 600; round += 1)
      server.world.hub.emit('pane.closed', `w9:p${round}`, {
        event: 'pane_closed',
        data: { type: 'pane_closed', pane_id: `w9:p${round}`, workspace_id: 'w9' },
      });
    const pane = await addPane(server, 's.1', herdr.folder());
    await watching(server);
    await until('some of the old events', () => server.subscriptions() === 1);
    server.world.setStatus(pane, 'claude', 'blocked');
    await hears('its question', handleOf(pane));
    const looks = server.asked.filter(({ method }) => method === 'session.snapshot').length;
    assert.ok(looks <= 8, `${looks} looks`);
  });

  it('tells of each blink, also of one that began and ended between two looks', async () => {
    const server = await herdr.serve();
    const pane = await addPane(server, 's.1', herdr.folder());
    server.world.setStatus(pane, 'claude', 'working');
    await watching(server);
    await until('a subscription', () => server.subscriptions() === 1);
    for (let round = 0; round < 5; round += 1) {
      told.length = 0;
      server.world.setStatus(pane, 'claude', 'idle');
      server.world.setStatus(pane, 'claude', 'working');
      await hears('the blink', handleOf(pane));
    }
  });

  it('has one connection, however many listen', async () => {
    const server = await herdr.serve();
    await watching(server);
    for (let listener = 0; listener < 5; listener += 1) watch();
    const pane = await addPane(server, 's.1', herdr.folder());
    await until('all of them', () => told.filter((handle) => handle === handleOf(pane)).length >= 6);
    await until('one connection', () => server.subscriptions() === 1);
    for (const one of watches.slice(1)) one.dispose();
    told.length = 0;
    server.world.setStatus(pane, 'claude', 'blocked');
    await hears('its question', handleOf(pane));
  });

  it('comes back to a server that was away, and says that anything may have changed', async () => {
    const server = await herdr.serve();
    await watching(server);
    told.length = 0;
    await server.stop();
    await hears('the loss', null);
    await server.startAgain();
    await hears('the return', null);
    const pane = await addPane(server, 's.1', herdr.folder());
    await hears('a new pane', handleOf(pane));
  });

  it('asks a server that is away whether it is back, and not for screens', async () => {
    const server = await herdr.serve();
    const asked: string[] = [];
    const calls = herdr.calls();
    const counted: typeof calls = {
      ...calls,
      ask: (method, ...more) => {
        asked.push(method);
        return calls.ask(method, ...more);
      },
      snapshot: () => {
        asked.push('snapshot');
        return calls.snapshot();
      },
    };
    const watchFolder = (): Disposable => ({ dispose: () => undefined });
    await addPane(server, 's.1', herdr.folder());
    panes = createPaneWatch({ calls: counted, folder: herdr.folder(), watchFolder });
    watch();
    await until('a look at the screen', () => asked.includes('pane.read'));
    told.length = 0;
    await server.stop();
    await hears('the loss', null);
    asked.length = 0;
    // Longer than from one look at the screens to the next: it is asked for ever more rarely.
    await until('looks whether it is back', () => asked.filter((method) => method === 'snapshot').length >= 3);
    assert.deepEqual([...new Set(asked)], ['snapshot']);
  });

  it('waits for a server that is not there yet', async () => {
    watch();
    const server = await herdr.serve();
    await until('the first look', () => told.includes(null));
    assert.equal(server.subscriptions(), 1);
  });

  it('goes on after a subscription that named a pane which had just gone', async () => {
    const server = await herdr.serve();
    const pane = await addPane(server, 's.1', herdr.folder());
    server.trouble.slowMs = 100;
    watch();
    await until('its first question', () => server.asked.length === 1);
    pane.process.kill();
    server.trouble.slowMs = 0;
    await until('a subscription', () => server.subscriptions() === 1);
    told.length = 0;
    const other = await addPane(server, 's.2', herdr.folder());
    await hears('a new pane', handleOf(other));
  });

  it('lets go of its connection, and tells nothing after that', async () => {
    const server = await herdr.serve();
    await watching(server);
    watches.forEach((one) => one.dispose());
    await until('no subscription', () => server.subscriptions() === 0);
    told.length = 0;
    await addPane(server, 's.1', herdr.folder());
    const pings = server.asked.length;
    await herdr.calls().snapshot();
    assert.deepEqual([told, server.asked.length], [[], pings + 1]);
  });
});
