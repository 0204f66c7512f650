import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { composeMessage } from '../../../../src/app/bus/compose.ts';
import { createReceiver, type Receiver } from '../../../../src/app/bus/receiver.ts';
import { createJobKeys } from '../../../../src/adapters/store/jobKeys.ts';
import type { BusMessage } from '../../../../src/app/ports/bus.ts';
import { messageOf, stateMessage } from '../../../../src/core/delegation/messages.ts';
import { evolve } from '../../../../src/core/evolve.ts';
import { emptyState } from '../../../../src/core/state.ts';
import { eventsTopic, stateTopic } from '../../../../src/protocol/busTopics.ts';
import { lifeOf, recordedFrom } from '../../../builders/delegation.ts';
import { privacy } from '../../../builders/privacy.ts';

const keys = createJobKeys(Buffer.from('key of the tests'), '/repository');

/** All that is said of a job, its state last. */
function messagesOf(job: string, words: number): readonly BusMessage[] {
  let state = emptyState;
  const said: BusMessage[] = [];
  for (const one of recordedFrom(lifeOf(job, words))) {
    const message = messageOf(state.delegations[job], one);
    if (message) said.push(composeMessage(message, keys, privacy));
    state = evolve(state, one);
  }
  const now = state.delegations[job];
  assert.ok(now);
  return [...said, composeMessage(stateMessage(now), keys, privacy)];
}

const answer = (receiver: Receiver, message: BusMessage): string => {
  const given = receiver.take(message);
  if (given === null) return 'nothing';
  return given.kind === 'refused' ? given.why : `${given.received.payload.seq}`;
};

describe('the receiver', () => {
  const [first, second, third] = messagesOf('a', 1);
  assert.ok(first && second && third);
  const changed = (message: BusMessage, change: (payload: Record<string, unknown>) => object): BusMessage => ({
    ...message,
    body: JSON.stringify(change(JSON.parse(message.body))),
  });

  it('takes each message once, the state apart', () => {
    const receiver = createReceiver(keys);
    const all = messagesOf('a', 1);
    assert.deepEqual(
      [...all, ...all].map((one) => answer(receiver, one)),
      [...['1', '2', '3', '4', '5', '5'], ...all.map(() => 'nothing')],
    );
  });

  const wrong: readonly (readonly [string, BusMessage, string])[] = [
    ['another job in its text', { ...first, topic: eventsTopic('b') }, 'foreign'],
    ['an event as a state', { ...first, topic: stateTopic('a') }, 'foreign'],
    ['a changed word', changed(second, (payload) => ({ ...payload, event: 'completed' })), 'badSignature'],
    ['a changed number', changed(second, (payload) => ({ ...payload, seq: 9 })), 'badSignature'],
    ['a field more', changed(second, (payload) => ({ ...payload, more: 1 })), 'badSignature'],
    ['a signature of another job', signedAs('b', second), 'badSignature'],
    ['a newer version', changed(first, (payload) => ({ ...payload, schema_version: 2 })), 'unknownVersion'],
    ['rubbish', { ...first, body: '\u0000' }, 'malformed'],
    ['nothing', { ...first, body: '' }, 'malformed'],
    ['far too much', { ...first, body: ' '.repeat(1_000_000) }, 'tooLarge'],
    ['a topic of something else', { ...first, topic: 'python/mqtt/publishers/x' }, 'nothing'],
  ];
  for (const [title, message, why] of wrong)
    it(`refuses ${title}, and still takes the true one`, () => {
      const receiver = createReceiver(keys);
      assert.equal(answer(receiver, message), why);
      assert.equal(answer(receiver, second), '2');
    });

  it('hears only the job that was asked for', () => {
    const receiver = createReceiver(keys, { job: 'b' });
    assert.equal(answer(receiver, first), 'foreign');
  });

  it('tells jobs of others on the same broker from forgeries', () => {
    const receiver = createReceiver(createJobKeys(Buffer.from('another'), '/other'), { isOurs: (job) => job === 'a' });
    const [other] = messagesOf('b', 1);
    assert.ok(other);
    assert.deepEqual([answer(receiver, first), answer(receiver, other)], ['badSignature', 'foreign']);
  });

  it('says what is late and what is missing', () => {
    const receiver = createReceiver(keys);
    const told = [first, third, second].map((one) => {
      const given = receiver.take(one);
      return given?.kind === 'taken' ? [given.received.late, given.received.missing] : [];
    });
    assert.deepEqual(told, [
      [false, 0],
      [false, 1],
      [true, 0],
    ]);
  });

  it('takes what was kept back for very long for a replay', () => {
    const receiver = createReceiver(keys);
    const all = messagesOf('a', 2500);
    const [oldest] = all;
    assert.ok(oldest);
    for (const one of all.slice(1)) receiver.take(one);
    assert.equal(answer(receiver, oldest), 'replay');
  });

  it('takes every true message once and no other, whatever a broker does with them', () => {
    const true_ = [...messagesOf('a', 6), ...messagesOf('b', 6)];
    const lie = fc
      .tuple(fc.constantFrom(...true_), fc.constantFrom(...true_), fc.integer({ min: 0, max: 3 }))
      .map(([one, other, how]) => {
        if (how === 0) return { ...one, topic: other.topic };
        if (how === 1) return { ...one, body: one.body.replace(/\d/, '7') };
        if (how === 2) return { ...one, body: one.body.slice(0, -5) };
        return { ...one, retain: true };
      });
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...true_), lie), { maxLength: 120 }), (sent) => {
        const receiver = createReceiver(keys);
        const taken = sent
          .filter((one) => receiver.take(one)?.kind === 'taken')
          .map(({ topic, body }) => `${topic} ${body}`);
        const known = new Set(true_.map(({ topic, body }) => `${topic} ${body}`));
        assert.equal(new Set(taken).size, taken.length);
        assert.ok(taken.every((one) => known.has(one)));
        assert.deepEqual(
          new Set(taken),
          new Set(sent.map(({ topic, body }) => `${topic} ${body}`).filter((one) => known.has(one))),
        );
      }),
    );
  });
});

function signedAs(job: string, message: BusMessage): BusMessage {
  const other = messagesOf(job, 1)[1];
  assert.ok(other);
  const { data }: { data: { hmac_sig: string } } = JSON.parse(other.body);
  const payload: { data: object } = JSON.parse(message.body);
  return { ...message, body: JSON.stringify({ ...payload, data: { ...payload.data, hmac_sig: data.hmac_sig } }) };
}
