/** Enough of them to tell a tie; `toFixed` takes them from the exact value. */
const allDigits = 100;

/**
 * Rounds to so many decimals; what lies exactly between two goes to the even one, so that halves of a sum don't all go the
 * same way. A number counts as what it is in binary: 2.675 is a little less than that, so it becomes 2.67.
 */
export function roundHalfEven(value: number, decimals = 0): number {
  // From there on a number has no decimals.
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return value;
  const [, sign = '', whole = '0', digits = ''] = /^(-?)(\d+)\.(\d+)$/.exec(value.toFixed(allDigits)) ?? [];
  const kept = BigInt(whole + digits.slice(0, decimals));
  const rest = digits.slice(decimals);
  const isTie = /^50*$/.test(rest);
  const isUp = isTie ? kept % 2n === 1n : rest >= '5';
  // Not minus zero.
  return Number(`${sign}${kept + (isUp ? 1n : 0n)}e-${decimals}`) + 0;
}
