import assert from 'node:assert/strict';
import { placesOf } from '../../../src/app/places.ts';
import { preflightTask } from '../../../src/app/start/preflightTask.ts';
import { createHarness, type Harness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { settingsWith } from '../../builders/settings.ts';

describe('the preflight of a task', () => {
  let host: Harness | null = null;
  afterEach(() => host?.app.close());

  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['`a.txt`', []],
    ['`new.txt`', []],
    ['`lib/**`', ['lib/**']],
    ['`*.sql`, `a.txt`', ['*.sql']],
  ];
  for (const [claims, open] of rows)
    it(`with the claims ${claims} ${open.length > 0 ? 'is blocked: nobody can say what they mean' : 'knows its files'}`, async () => {
      host = await createHarness({ queue: queueText({ id: 'T-2026-0001', claims }) });
      const facts = await host.git.facts();
      assert.ok(facts.ok);
      const found = await preflightTask(
        { task: 'T-2026-0001', changed: [] },
        { ...host, places: placesOf(facts.value), settings: settingsWith(), branch: null },
      );
      assert.ok(found.ok);
      assert.deepEqual(
        found.value.blockers.filter(({ code }) => code === 'start.openClaim').map(({ params }) => params['claim']),
        open,
      );
    });
});
