import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseQueue } from '../../src/protocol/queue.ts';
import { useTempFolder } from '../tempFolder.ts';
import { until } from '../until.ts';
import { startHost } from './fixture.ts';
import { makeQueue } from './repositories.ts';

describe('promoting a recommendation', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('puts one into the queue from the palette, and takes a task out of the backlog from its row', async () => {
    const repository = join(folder(), 'shop');
    const year = new Date().getUTCFullYear();
    const id = (n: number): string => `T-${year}-000${n}`;
    makeQueue(
      repository,
      { id: id(1), title: 'Unchecked', claims: 'a.txt', checks: [] },
      { id: id(2), title: 'Later', claims: 'b.txt', status: 'backlog' },
    );
    const statuses = (): readonly string[] =>
      parseQueue(readFileSync(join(repository, 'tasks/queue.md'), 'utf8')).entries.map(
        (one) => `${one.id} ${one.status} ${one.title}`,
      );
    const host = await startHost({ workspace: repository });
    try {
      await host.openContainer('MAM');
      const tree = host.tree('Queue');
      await tree.row('Recommendations').waitFor();

      await host.runCommand('MAM: Promote Recommendation');
      await host.pick('Name the checks of the tasks that have none');
      await host.waitForNotification(`${id(3)} is in the queue.`);
      assert.deepEqual(statuses(), [
        `${id(1)} ready Unchecked`,
        `${id(2)} backlog Later`,
        `${id(3)} ready Name the checks of the tasks that have none`,
      ]);
      await tree.row(id(3)).waitFor();
      await until('no recommendation is left', async () => !(await tree.row('Recommendations').isVisible()));

      await host.chooseFromMenu(tree.row(id(2)), 'Promote Recommendation');
      await host.waitForNotification(`${id(2)} is in the queue.`);
      assert.equal(statuses()[1], `${id(2)} ready Later`);
    } finally {
      await host.stop();
    }
  });
});
