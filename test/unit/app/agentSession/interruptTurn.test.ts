import assert from 'node:assert/strict';
import { createInterruptTurn } from '../../../../src/app/agentSession/interruptTurn.ts';
import { ok } from '../../../../src/base/result.ts';
import { aSession } from '../../../builders/sights.ts';
import { FakeTerminals } from '../../../fakes/fakeTerminals.ts';

const person = { kind: 'person', id: 'test' } as const;

describe('breaking off what an agent does', () => {
  const cases = [
    { who: 'a person', handle: 'place-s1.1', expected: 'ok', strokes: '<Escape>' },
    { who: 'its own job', handle: 'place-s1.1', actor: { kind: 'job', id: 'j' }, expected: 'actor.personOnly' },
    {
      who: 'a person, where only a pipe leads',
      handle: 'place-s1.1',
      offers: { echoes: false },
      expected: 'session.interruptThere',
    },
    { who: 'a person, after its end', handle: null, expected: 'session.notThere' },
  ] as const;
  for (const { who, handle, expected, ...more } of cases)
    it(`is ${expected} for ${who}`, async () => {
      const place = new FakeTerminals('tmux', 'offers' in more ? more.offers : {});
      const spec = { id: 's1.1', name: 's1', argv: ['agent'] as const, cwd: '/repo', env: {} };
      await place.open(spec, new AbortController().signal);
      const deps = { ports: { terminals: { tmux: place } }, find: () => ok(aSession({ handle })) };
      const done = await createInterruptTurn(deps)('s1', 'actor' in more ? more.actor : person);
      assert.equal(done.ok ? 'ok' : done.error.code, expected);
      assert.equal(place.at('s1.1').strokes.join(''), 'strokes' in more ? more.strokes : '');
    });
});
