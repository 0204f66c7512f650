import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { App } from '../../src/app/app.ts';
import { createLanes } from '../../src/adapters/agents/lanes.ts';
import { createRegistry } from '../../src/adapters/agents/registry.ts';
import { createSupervisor } from '../../src/adapters/process/supervisor/client.ts';
import { redactSecrets } from '../../src/core/privacy/secrets.ts';
import { laneSpec } from '../builders/lane.ts';
import { sendSignal } from '../../src/adapters/process/family.ts';
import { until } from '../integration/support/supervised.ts';
import { openBuilt } from './openBuilt.ts';
import type { HostOrder, HostReport, LaneOrder } from './agentsProtocol.ts';

// The host of test/bench/agents.bench.ts: a process of its own, so that what it costs can be told from the scripted models.

const dist = join(import.meta.dirname, '../../dist');
const say = (report: HostReport): void => void process.send?.(report);

async function runLanes(root: string, orders: readonly LaneOrder[]): Promise<void> {
  const supervisor = createSupervisor({
    folder: join(root, '.git/mam'),
    program: join(dist, 'supervisor.cjs'),
    idleMs: 60_000,
  });
  const registry = createRegistry({ rehearsalProgram: [process.execPath, ''], signIn: () => 'any' });
  const lanes = createLanes({ supervisor, registry, env: process.env });
  const never = new AbortController().signal;
  await Promise.all(
    orders.map(async (order) => {
      const spec = laneSpec({ ...order, id: basename(order.folder), timeoutMs: 600_000 });
      // As the application does with every line.
      const outcome = await lanes.run(spec, never, ({ text }) => void redactSecrets(text));
      if (outcome.kind !== 'report') throw new Error(`${order.agent}: ${outcome.problem.code}`);
    }),
  );
  supervisor.dispose();
}

async function obey(app: App, root: string, order: HostOrder): Promise<void> {
  if (order.type === 'lanes') {
    await runLanes(root, order.lanes);
    say({ type: 'done' });
  } else if (order.type === 'collect') {
    // The next one begins with no processor time used.
    sendSignal(order.supervisor, 'SIGTERM');
    await until(() => !existsSync(`/proc/${order.supervisor}`), 'the supervisor to be collected');
    say({ type: 'done' });
  } else {
    await app.close();
    process.exit(0);
  }
}

// Without the bench there is nobody to work for.
process.once('disconnect', () => process.exit(1));
process.once('message', (first: HostOrder) => {
  if (first.type !== 'open') throw new Error('not opened');
  void (async () => {
    const app = await openBuilt(first.root, dist);
    process.on(
      'message',
      (order: HostOrder) =>
        void obey(app, first.root, order).catch((error: unknown) => {
          say({ type: 'failed', reason: String(error) });
        }),
    );
    say({ type: 'done' });
  })().catch((error: unknown) => say({ type: 'failed', reason: String(error) }));
});
