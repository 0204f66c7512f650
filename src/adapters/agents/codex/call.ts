import { callKey } from '../callKey.ts';

/** The key of a call. Of a command only its words count: hooks and transcript tell other things beside them. */
export const codexCall = (tool: string | undefined, input: Readonly<Record<string, unknown>> = {}): string => {
  const { command } = input;
  return callKey(tool, command === undefined ? input : { command });
};
