import type * as z from 'zod';

/** A tool that a model calls, as far as its input goes. */
interface Tool {
  readonly name: string;
  readonly input: z.ZodType;
}

/** What a model is told of an input that is not as agreed, so that its next one is: which field is wrong, and how. */
export const inputTrouble = ({ name, input }: Tool, given: unknown): string => {
  const read = input.safeParse(given ?? {});
  const issues = (read.error?.issues ?? []).map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  );
  return [`The input of ${name} is not as its schema says.`, ...issues].join(' ');
};
