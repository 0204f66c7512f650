import * as z from 'zod';

const manifest = z.object({
  v: z.literal(1),
  job: z.string(),
  attempt: z.int(),
  sha256: z.string(),
  bytes: z.int(),
});

/** Whether what stands beside a report proves that it is whole and of this attempt. */
export function provesReport(
  text: string,
  of: { readonly job: string; readonly attempt: number; readonly sha256: string; readonly bytes: number },
): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  const parsed = manifest.safeParse(value);
  return (
    parsed.success &&
    parsed.data.job === of.job &&
    parsed.data.attempt === of.attempt &&
    parsed.data.sha256 === of.sha256 &&
    parsed.data.bytes === of.bytes
  );
}
