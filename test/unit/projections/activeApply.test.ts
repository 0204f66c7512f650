import assert from 'node:assert/strict';
import { placesOf } from '../../../src/app/places.ts';
import { contractEvent } from '../../../src/app/projections/contractEvent.ts';
import { projectedFiles } from '../../../src/app/projections/index.ts';
import { activeApplySchema } from '../../../src/protocol/ledger/activeApply.ts';
import { CoreWorld } from '../../builders/core.ts';
import { privacy } from '../../builders/privacy.ts';

const places = placesOf({ controlRoot: '/repo', commonDir: '/repo/.git' });
const event = {
  type: 'patchApplied',
  artifact: 'a'.repeat(64),
  task: 'T-2026-0001',
  branch: 'feature/T-2026-0001-integration',
  head: 'b'.repeat(40),
} as const;

describe('active_apply_state.json', () => {
  it('is there once a patch is on its branch, and says which', () => {
    const world = new CoreWorld();
    assert.deepEqual([...projectedFiles(world.state, places, privacy)], []);
    world.append([event]);
    const files = new Map(projectedFiles(world.state, places, privacy));
    const text = files.get(`${places.ledger}/active_apply_state.json`) ?? '';
    const read = activeApplySchema.parse(JSON.parse(text));
    assert.deepEqual([read.task_id, read.patch, read.head], [event.task, event.artifact, event.head]);
  });

  it('has its line in the journal, once', () => {
    const world = new CoreWorld();
    assert.equal(contractEvent(event, world.state)?.event, 'active-apply');
    world.start().playUntil();
    const head = world.run().change?.head ?? '';
    assert.equal(contractEvent({ ...event, head }, world.state), null);
  });
});
