import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { missingFor } from '../../../../src/core/delegation/completion.ts';
import { types } from '../../../builders/coreCommands.ts';
import { DelegatedWorld, sha } from '../../../builders/delegatedWorld.ts';

describe('the report of an attempt', () => {
  it('counts from when its prompt is typed', () => {
    const world = new DelegatedWorld().session().submit();
    assert.deepEqual(world.report(), []);
    world.deliver();
    assert.deepEqual(types(world.report()), ['reportSighted']);
  });

  it('begins anew with each change, and is the same when it is seen again', () => {
    const world = new DelegatedWorld().started();
    world.report({ manifest: false });
    world.pass(3);
    assert.deepEqual(world.report({ manifest: false }), []);
    world.report({ manifest: false, sha256: sha('other') });
    assert.equal(world.attempt().report?.sinceAwake, 3000);
    world.report(null);
    assert.equal(world.attempt().report, null);
  });

  it('that is refused is told with its reason as what is missing, until something else is there', () => {
    const world = new DelegatedWorld().started();
    const refused = problem('report.tooLarge', 'Too large.');
    const sight = { type: 'sightReport', job: 'j1', attempt: 1, report: null } as const;
    const missing = (): readonly string[] =>
      missingFor(world.state, world.job(), { at: '2026-11-30T10:00:00Z', awakeMs: 0 }).map(({ code }) => code);
    assert.ok(missing().includes('missing.report'));
    assert.deepEqual(types(world.must({ ...sight, refused })), ['reportRefused']);
    assert.deepEqual(world.must({ ...sight, refused }), []);
    assert.deepEqual(
      ['missing.refusedReport', 'report.tooLarge', 'missing.report'].map((code) => missing().includes(code)),
      [true, true, false],
    );
    assert.deepEqual(types(world.report()), ['reportRefused', 'reportSighted']);
    assert.equal(world.attempt().refused, null);
  });

  it('is not what an earlier attempt left, unless this one says that it is', () => {
    const world = new DelegatedWorld().started();
    world.report({ manifest: false });
    world.say('error', 'no');
    world.see('hook', { kind: 'idle' });
    world.must({ type: 'retryJob', job: 'j1' });
    world.deliver();
    assert.deepEqual(world.report({ manifest: false }), []);
    assert.deepEqual(types(world.report({ manifest: true })), ['reportSighted']);
  });
});
