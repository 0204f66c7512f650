import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readRehearsalScript } from '../../../src/protocol/agents/rehearsalScript.ts';

describe('the rehearsal that docs/loop.md shows', () => {
  it('rejects the first round as it says', () => {
    const scenes = readRehearsalScript(readFileSync(new URL('../../../docs/loop.md', import.meta.url), 'utf8'));
    assert.ok(typeof scenes !== 'string');
    const [scene] = scenes;
    assert.deepEqual([scenes.length, scene?.on.kind, scene?.on.round], [1, ['review'], [1]]);
    const [step] = scene?.steps ?? [];
    assert.ok(step && 'verdict' in step);
    assert.equal(step.verdict, 'not-pass');
  });
});
