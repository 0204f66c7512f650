import assert from 'node:assert/strict';
import type { Bus, BusAddress, BusLine, BusMessage, LineSpec } from '../../../src/app/ports/bus.ts';
import { eventsTopic, publisherTopic, stateTopic } from '../../../src/protocol/busTopics.ts';
import { until } from '../../until.ts';

export interface BusUnderTest {
  readonly bus: Bus;
  /** How whoever speaks signs in. */
  readonly speaker: BusAddress;
  /** How whoever listens signs in. */
  readonly listener: BusAddress;
  /** Somebody who is not let in. */
  readonly stranger: BusAddress;
  /** Cuts the speaker's connections without a word. */
  cut(): void;
  /** Lets nothing through between the speaker and the broker any more. */
  hold(): void;
  kill(): Promise<void>;
  /** As after a crash of the broker, at the same place. */
  start(): Promise<void>;
  dispose(): Promise<void>;
}

const will: BusMessage = { topic: publisherTopic('p1'), body: 'gone', retain: true };
const plain = (body: string): BusMessage => ({ topic: eventsTopic('j1'), body, retain: false });

export function describeBus(name: string, make: () => Promise<BusUnderTest>): void {
  describe(`Bus contract: ${name}`, () => {
    let under: BusUnderTest;
    const lines: BusLine[] = [];
    beforeEach(async () => {
      under = await make();
    });
    afterEach(async () => {
      await Promise.all(lines.splice(0).map((line) => line.close()));
      await under.dispose();
    });

    const open = async (spec: Partial<LineSpec> & Pick<LineSpec, 'address' | 'clientId'>): Promise<BusLine> => {
      const line = await under.bus.connect({ keepSession: false, will: null, onMessage: () => undefined, ...spec });
      assert.ok(line.ok, line.ok ? '' : JSON.stringify(line.error));
      lines.push(line.value);
      return line.value;
    };
    const speak = (more: Partial<LineSpec> = {}): Promise<BusLine> =>
      open({ address: under.speaker, clientId: 'speaker', ...more });
    const listen = async (more: Partial<LineSpec> = {}): Promise<{ line: BusLine; heard: BusMessage[] }> => {
      const heard: BusMessage[] = [];
      const onMessage = (message: BusMessage): void => void heard.push(message);
      const line = await open({ address: under.listener, clientId: 'listener', onMessage, ...more });
      assert.deepEqual(await line.subscribe('python/mqtt/#'), { ok: true, value: undefined });
      return { line, heard };
    };

    it('hands on what is said, in order and letter by letter', async () => {
      const { heard } = await listen();
      const line = await speak();
      const bodies = [
        'first',
        '{"text":"“é” \\u0000 日本"}',
        'x'.repeat(20_000),
        ...Array.from({ length: 100 }, (_, i) => `n${i}`),
      ];
      const taken = await Promise.all(bodies.map((body) => line.publish(plain(body))));
      assert.ok(taken.every(Boolean));
      await until('all of it', () => heard.length >= bodies.length);
      assert.deepEqual(heard, bodies.map(plain));
    });

    it('keeps what is to be kept for whoever comes later, and nothing else', async () => {
      const line = await speak();
      for (const body of ['running', 'completed'])
        assert.equal(await line.publish({ topic: stateTopic('j1'), body, retain: true }), true);
      assert.equal(await line.publish(plain('missed')), true);
      const { heard } = await listen();
      await until('what is kept', () => heard.length > 0);
      assert.equal(await line.publish(plain('later')), true);
      await until('the next', () => heard.length > 1);
      assert.deepEqual(heard, [{ topic: stateTopic('j1'), body: 'completed', retain: true }, plain('later')]);
    });

    it('tells the will of a line that is cut, and keeps it', async () => {
      const { heard } = await listen();
      const line = await speak({ will });
      under.cut();
      assert.equal((await line.ended)?.code, 'bus.unreachable');
      await until('the will', () => heard.length > 0);
      assert.deepEqual(heard, [{ ...will, retain: false }]);
      const later = await listen({ clientId: 'later' });
      await until('the will again', () => later.heard.length > 0);
      assert.deepEqual(later.heard, [will]);
    });

    it('tells no will of a line that says goodbye', async () => {
      const { heard } = await listen();
      const line = await speak({ will });
      await line.close();
      assert.equal(await line.ended, null);
      const other = await speak({ clientId: 'other' });
      assert.equal(await other.publish(plain('after')), true);
      await until('what was said after', () => heard.length > 0);
      assert.deepEqual(heard, [plain('after')]);
    });

    it('gives what was missed to a listener that is remembered', async () => {
      const first = await listen({ keepSession: true });
      await first.line.close();
      const line = await speak();
      for (const body of ['a', 'b', 'c']) assert.equal(await line.publish(plain(body)), true);
      const again: BusMessage[] = [];
      await open({
        address: under.listener,
        clientId: 'listener',
        keepSession: true,
        onMessage: (message) => void again.push(message),
      });
      await until('what was missed', () => again.length >= 3);
      assert.deepEqual(
        again.map(({ body }) => body),
        ['a', 'b', 'c'],
      );
    });

    it('answers that nobody knows when the line ends first, and nothing more', async () => {
      const line = await speak();
      await under.kill();
      assert.equal(await line.publish(plain('lost')), false);
      assert.equal((await line.ended)?.code, 'bus.unreachable');
      assert.equal(await line.publish(plain('lost')), false);
      assert.equal((await line.subscribe('python/mqtt/#')).ok, false);
      await line.close();
      const again = await under.bus.connect({
        address: under.speaker,
        clientId: 'speaker',
        keepSession: false,
        will: null,
        onMessage: () => undefined,
      });
      assert.equal(again.ok ? '' : again.error.code, 'bus.unreachable');
      await under.start();
      assert.equal(await (await speak()).publish(plain('back')), true);
    });

    it('can be closed although the broker is silent', async () => {
      const line = await speak();
      under.hold();
      const answer = line.publish(plain('unanswered'));
      const start = performance.now();
      await line.close();
      assert.equal(await answer, false);
      assert.equal(await line.ended, null);
      assert.ok(performance.now() - start < 4000);
    });

    it('outlives a reader that fails', async () => {
      let calls = 0;
      await listen({
        onMessage: () => {
          calls += 1;
          throw new Error('a bug of the reader');
        },
      });
      const line = await speak();
      await line.publish(plain('1'));
      await line.publish(plain('2'));
      await until('both', () => calls === 2);
    });

    it('lets nobody in who can’t sign in', async () => {
      const line = await under.bus.connect({
        address: under.stranger,
        clientId: 'stranger',
        keepSession: false,
        will: null,
        onMessage: () => undefined,
      });
      assert.equal(line.ok ? 'let in' : line.error.code, 'bus.refused');
    });
  });
}
