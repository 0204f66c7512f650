import { callKey } from '../callKey.ts';

/** Tools that themselves ask the person. */
export const askingTools: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode']);

/**
 * The key of a call. No hook that asks for a permission knows the id of its call, so that the input stands for it; to that
 * of a tool that asks, its answers or the plan are added on the way.
 */
export const claudeCall = (tool: string | undefined, input: Readonly<Record<string, unknown>> = {}): string =>
  callKey(tool, askingTools.has(tool ?? '') ? { questions: input['questions'] } : input);
