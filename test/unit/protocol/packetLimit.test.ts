import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createPacketLimit } from '../../../src/protocol/packetLimit.ts';

/** A packet of so many bytes of body, as MQTT writes its length. */
const packet = (length: number): number[] => {
  const head = [0x30];
  for (let left = length; ; left = Math.floor(left / 128)) {
    head.push(left >= 128 ? (left % 128) | 128 : left);
    if (left < 128) return [...head, ...Array.from({ length }, () => 0xff)];
  }
};

describe('the limit of packets', () => {
  it('lets every packet through that is short enough, however the bytes are cut', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 8 });
    fc.assert(
      fc.property(lengths, fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), (all, cuts) => {
        const bytes = Uint8Array.from(all.flatMap(packet));
        const limit = createPacketLimit(300);
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const step = cuts[i % cuts.length] ?? 1;
          assert.equal(limit(bytes.subarray(at, at + step)), true);
          at += step;
        }
      }),
    );
  });

  it('stops at the length of one that is too long, before its body', () => {
    const limit = createPacketLimit(300);
    assert.equal(limit(Uint8Array.from(packet(300))), true);
    assert.equal(limit(Uint8Array.from([0x30, 0xad, 0x02])), false);
  });

  it('stops at a length that never ends', () => {
    assert.equal(createPacketLimit(2 ** 30)(Uint8Array.from([0x30, 0x80, 0x80, 0x80, 0x80])), false);
  });
});
