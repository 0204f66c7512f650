import assert from 'node:assert/strict';
import { isAboutJob, jobTimeline } from '../../../src/app/views/jobTimeline.ts';
import type { DomainEvent, Recorded } from '../../../src/core/event.ts';
import { DelegatedWorld } from '../../builders/delegatedWorld.ts';
import { begun, orderOf, recordedFrom } from '../../builders/delegation.ts';
import { aScene, reader } from '../../builders/scene.ts';

const page = (world: DelegatedWorld, events: readonly Recorded[] = []): string =>
  jobTimeline(reader({ now: () => world.at }), aScene(world.state, { awakeMs: world.awakeMs }), world.job(), events);

describe('timeline of a delegated job', () => {
  it('says of one that waits what it waits for', () => {
    const text = page(new DelegatedWorld().session('s1', 'codex', null).submit('j1', { claims: ['src/**'] }));
    assert.match(text, /^# job j1\n\n\*\*waits for its turn\*\*/);
    assert.match(text, /- Files: src\/\\\*\\\*/);
    assert.match(text, /## Still missing for it to count as done\n\n- Nothing was seen of the agent/);
    assert.match(text, /## Events\n\nNone of the newest events is about it\.\n$/);
  });

  it('has an attempt with its delivery, words, report and grounds, the newest attempt first', () => {
    const world = new DelegatedWorld().started();
    world.say('error', 'It [broke](command:x).');
    world.must({ type: 'retryJob', job: 'j1' });
    world.see('hook', { kind: 'idle' });
    world.deliver();
    world.say('started');
    world.report();
    world.say('completed', 'All green.');
    const text = page(world);
    assert.ok(text.indexOf('## Attempt 2') < text.indexOf('## Attempt 1') && text.includes('## Attempt 1'));
    assert.match(text, /- prompt: delivered 12:00 · seen by \w+/);
    assert.match(
      text,
      /- ended 12:00 as done, decided by the agent\n- grounds: its agent said so · its report is whole/,
    );
    assert.match(text, /- report of 9 bytes · whole, by its manifest/);
    assert.match(text, /- ended 12:00 as failed, decided by the agent/);
    assert.doesNotMatch(text, /\[broke\]\(/);
    assert.doesNotMatch(text, /Still missing/);
  });

  it('says so when nothing is missing but a word', () => {
    const world = new DelegatedWorld().started();
    world.report();
    world.see('process', { kind: 'quiet' });
    world.see('hook', { kind: 'idle' });
    world.pass(120);
    assert.match(page(world), /Still missing for it to count as done\n\nNothing\./);
    assert.match(page(world), /would count as done since 12:02, by: its agent began/);
  });

  it('tells its own events alone, newest first', () => {
    const own: readonly DomainEvent[] = [{ type: 'jobSubmitted', job: orderOf('j1') }, begun('j1')];
    const all = recordedFrom([...own, begun('j2'), { type: 'jobSubmitted', job: orderOf('j2') }]);
    const about = all.filter((recorded) => isAboutJob(recorded, 'j1'));
    assert.deepEqual(
      about.map(({ event }) => event),
      own,
    );
    const world = new DelegatedWorld().started();
    assert.match(page(world, about), /## Events\n\n- .*attempt 1 begun\n- .*job handed in\n$/);
  });
});
