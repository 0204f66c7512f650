/** Whether a version such as `2.1.150` is at least the wanted one; what follows the numbers does not count. */
export function reachesVersion(version: string, wanted: string): boolean {
  const have = numbersOf(version);
  for (const [index, number] of numbersOf(wanted).entries()) {
    const part = have[index] ?? 0;
    if (part !== number) return part > number;
  }
  return true;
}

const numbersOf = (version: string): readonly number[] => version.split('.').map((part) => Number.parseInt(part, 10));
