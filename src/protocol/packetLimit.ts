/** First bytes of packets that a broker may send to a client of 3.1.1 that never asked for more than at least once. */
export const fromBroker = (first: number): boolean =>
  first === 0x20 ||
  first === 0x40 ||
  first === 0x90 ||
  first === 0xb0 ||
  first === 0xd0 ||
  ((first & 0xf0) === 0x30 && (first & 4) === 0);

/**
 * Watches the bytes that an MQTT peer sends, and answers false as soon as one of its packets announces more than `most`
 * bytes or a length of a form that there is not, or is of a kind that it may not send. Nothing is kept but where the
 * packet ends, so that nobody can make a reader hold what it never asked for.
 */
export function createPacketLimit(
  most: number,
  isKind: (first: number) => boolean = () => true,
): (chunk: Uint8Array) => boolean {
  /** Bytes of the body that are still to come; null while the length is being read. */
  let left: number | null = 0;
  let length = 0;
  let factor = 1;
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      if (left === 0) {
        if (!isKind(chunk[at] ?? 0)) return false;
        [left, length, factor] = [null, 0, 1];
        at += 1;
      } else if (left === null) {
        const byte = chunk[at] ?? 0;
        at += 1;
        length += (byte & 127) * factor;
        factor *= 128;
        if (length > most || (byte > 127 && factor > 128 ** 3)) return false;
        if (byte < 128) left = length;
      } else {
        const step = Math.min(left, chunk.length - at);
        left -= step;
        at += step;
      }
    }
    return true;
  };
}
