import assert from 'node:assert/strict';
import { requestOf } from '../../../src/cli/openRequest.ts';

describe('what a call of mam may run', () => {
  it('is nothing for a job, whatever its verb would need', () => {
    for (const effects of ['all', 'proposals', ['validate']] as const)
      assert.deepEqual(requestOf({ kind: 'job' }, { effects, folder: '/a' }), { folder: '/a', mirrorOnly: true });
    assert.deepEqual(requestOf({ kind: 'job' }, { mirrorOnly: true }), { mirrorOnly: true });
  });

  it('is what its verb asks for where a person calls', () =>
    assert.deepEqual(requestOf({ kind: 'person' }, { effects: 'all' }), { effects: 'all' }));
});
