import assert from 'node:assert/strict';
import { createBusAccess } from '../../../../src/app/bus/access.ts';
import { createBusService } from '../../../../src/app/bus/service.ts';
import type { Bus } from '../../../../src/app/ports/bus.ts';
import { problem } from '../../../../src/base/problem.ts';
import { err } from '../../../../src/base/result.ts';
import { emptyState } from '../../../../src/core/state.ts';
import { testKeys } from '../../../builders/appHarness.ts';
import { privacy } from '../../../builders/privacy.ts';
import { settingsWith } from '../../../builders/settings.ts';
import { createCountingIds } from '../../../fakes/countingIds.ts';
import { ManualClock, settle } from '../../../fakes/manualClock.ts';
import { createMemoryFiles } from '../../../fakes/memoryFiles.ts';
import { createMemoryLog } from '../../../fakes/memoryLog.ts';
import { createMemoryStore } from '../../../fakes/memoryStore.ts';

/** The names by which a publisher and a subscriber sign in to a broker of somebody else. */
async function names(changes: Parameters<typeof settingsWith>[0] = {}): Promise<readonly string[]> {
  const asked: string[] = [];
  const bus: Bus = {
    connect: async ({ clientId }) => {
      asked.push(clientId);
      return err(problem('bus.unreachable', 'It is not there.'));
    },
  };
  const nowhere = { dispose: () => undefined };
  const config = {
    bus,
    broker: {
      open: async () => err(problem('bus.noBroker', 'None.')),
      close: async () => undefined,
      onIdle: () => nowhere,
    },
    door: {
      isNeeded: async () => true,
      need: async () => undefined,
      watch: () => nowhere,
      subscriber: async () => null,
    },
    env: {},
  };
  const settings = () => settingsWith({ 'mam.bus.host': 'broker.example', ...changes });
  const [files, clock] = [createMemoryFiles({}), new ManualClock()];
  const orchestrator = { state: emptyState, onDidChange: () => nowhere };
  const facts = {
    commonDir: '/repo/.git',
    controlRoot: '/repo',
    sourceRoot: '/repo',
    bare: false,
    branch: 'main',
    head: null,
  };
  const deps = {
    bus: config,
    settings,
    facts,
    orchestrator,
    privacy: () => privacy,
  };
  const ports = { files, keys: testKeys, clock, ids: createCountingIds() };
  const service = createBusService({
    ...deps,
    ...ports,
    store: createMemoryStore(),
    log: createMemoryLog(),
    epoch: () => 1,
  });
  service?.follow();
  await settle();
  const followed = createBusAccess({ ...deps, ports })?.follow(null, {
    onReceived: () => undefined,
    onPublisher: () => undefined,
    onProblem: () => undefined,
  });
  await settle();
  if (followed?.ok) await followed.value.close();
  const closing = service?.close();
  await clock.advance(5000);
  await closing;
  return asked;
}

describe('names on a message broker', () => {
  it('begin as the settings say, and are one for each who signs in', async () => {
    const usual = await names();
    const own = await names({ 'mam.bus.clientIdPrefix': 'team-7' });
    assert.equal(usual.length, 2);
    assert.equal(new Set(usual).size, 2);
    for (const name of usual) assert.match(name, /^mam-\w{1,16}$/);
    assert.deepEqual(
      own,
      usual.map((name) => name.replace(/^mam-/, 'team-7-')),
    );
  });
});
