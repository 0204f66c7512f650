import assert from 'node:assert/strict';
import { person } from '../../../builders/appHarness.ts';
import { createSessionScene } from '../../../builders/sessionScene.ts';
import { FakeTerminals } from '../../../fakes/fakeTerminals.ts';
import { createMemoryDatabase, createMemoryStore } from '../../../fakes/memoryStore.ts';

describe('a session for a place that the owner lacks', () => {
  it('is refused by name before anything is recorded, opened and resumed', async () => {
    const database = createMemoryDatabase();
    const editor = (): FakeTerminals => new FakeTerminals('editor');
    const one = await createSessionScene({ store: createMemoryStore(database), places: editor() });
    const { id } = await one.open();
    assert.ok((await one.app.agentSessions.stop(id, person)).ok);
    await one.app.close();
    const owner = createMemoryStore(database, { host: 'cli', label: 'mam in a terminal, pid 7' });
    assert.ok((await owner.ownership.acquire()).ok);

    const two = await createSessionScene({ store: createMemoryStore(database), places: editor(), idPrefix: 'two' });
    assert.equal(two.app.role, 'mirror');
    const rows = database.rows.length;
    const wish = {
      agent: 'claude',
      backend: 'editor',
      cwd: '/repo',
      name: 'two',
      role: null,
      controlPlane: null,
    } as const;
    const refused = [
      await two.app.agentSessions.open(wish, person),
      await two.app.agentSessions.resume({ session: id, cwd: null, controlPlane: null }, person),
    ];
    for (const answer of refused) {
      assert.equal(answer.ok ? 'ok' : answer.error.code, 'session.ownerLacks');
      assert.equal(!answer.ok && answer.error.params['owner'], 'mam in a terminal, pid 7');
    }
    assert.equal(database.rows.length, rows);
    await two.app.close();
    owner.dispose();
  });
});
