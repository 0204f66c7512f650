import assert from 'node:assert/strict';
import { assert as check, dictionary, jsonValue, property, string } from 'fast-check';
import { canonicalJson, chainHash, genesis } from '../../../src/adapters/store/chain.ts';
import { readStoredEvent, upgrades, writtenVersion } from '../../../src/protocol/eventLog.ts';
import type { StoredEvent, Upgrades } from '../../../src/protocol/eventLog.ts';

const stored = (change: Partial<StoredEvent> = {}): StoredEvent => ({
  seq: 7,
  at: '2026-01-01T00:00:00Z',
  actor: 'host',
  type: 'runEnded',
  v: 1,
  data: '{"run":"a"}',
  ...change,
});

/** As if `runEnded` had had two older forms. */
const table: Upgrades = {
  ...upgrades,
  runEnded: [({ id }) => ({ name: id }), ({ name }) => ({ run: name })],
};

describe('versions of events', () => {
  it('brings each old form to the newest one', () => {
    const forms = [stored({ data: '{"id":"a"}' }), stored({ v: 2, data: '{"name":"a"}' }), stored({ v: 3 })];
    const read = {
      ok: true,
      value: { seq: 7, at: '2026-01-01T00:00:00Z', actor: 'host', event: { type: 'runEnded', run: 'a' } },
    };
    assert.deepEqual(
      forms.map((form) => readStoredEvent(form, table)),
      [read, read, read],
    );
    assert.deepEqual([writtenVersion('runEnded', table), writtenVersion('merged', table)], [3, 1]);
  });

  const refused: readonly (readonly [string, Partial<StoredEvent>, string])[] = [
    ['a newer form', { v: 4 }, 'store.newer'],
    ['a type that is not known', { type: 'planned' }, 'store.newer'],
    ['a type that every object has', { type: 'constructor' }, 'store.newer'],
    ['a form below the first', { v: 0 }, 'store.unreadable'],
    ['half a JSON text', { v: 3, data: '{"run":' }, 'store.unreadable'],
    ['a list', { v: 3, data: '[]' }, 'store.unreadable'],
    ['nothing', { v: 3, data: 'null' }, 'store.unreadable'],
  ];
  for (const [what, change, code] of refused) {
    it(`refuses ${what}`, () => {
      const read = readStoredEvent(stored(change), table);
      assert.equal(read.ok ? 'read' : read.error.code, code);
    });
  }
});

describe('the hash chain', () => {
  it('has the documented form', () => {
    assert.equal(
      canonicalJson({ b: [1, { d: undefined, c: 'ü' }], a: null, B: -0 }),
      '{"B":0,"a":null,"b":[1,{"c":"ü"}]}',
    );
    const { seq, at, actor, type, v, data } = stored();
    // Made with `printf '%s\n%s' <64 zeros> '[7,"2026-01-01T00:00:00Z","host","runEnded",1,"{\"run\":\"a\"}"]' | sha256sum`.
    const expected = '7b1bc03801211b86d909f9813cbff8b63d7c27b8822f9556ed245aa3bb3d9a6e';
    assert.equal(chainHash(genesis, { seq, at, actor, type, v, data }), expected);
  });

  it('does not depend on the order of members, and depends on every value', () => {
    check(
      property(dictionary(string(), jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).toReversed());
        assert.equal(canonicalJson(turned), canonicalJson(value));
        assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
