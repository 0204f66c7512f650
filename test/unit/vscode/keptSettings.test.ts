import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import { keepSettings } from '../../../src/vscode/keptSettings.ts';
import { settingsWith } from '../../builders/settings.ts';

describe('settings of a window', () => {
  it('are read once, and again when one was changed', () => {
    const changed = new Emitter<void>();
    const all = [settingsWith(), settingsWith({ 'mam.notifications': 'never' })] as const;
    let reads = 0;
    const kept = keepSettings(() => all[Math.min(reads++, 1)] ?? all[0], changed.event);
    assert.equal(kept.now(), kept.now());
    assert.equal(reads, 1);
    changed.fire();
    assert.equal(kept.now()['mam.notifications'], 'never');
    assert.equal(reads, 2);
    kept.dispose();
    assert.equal(changed.hasListeners, false);
  });
});
