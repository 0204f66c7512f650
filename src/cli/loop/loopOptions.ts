import type { OptionSpec } from '../verb.ts';
import { json } from '../verb.ts';
import { stepOptions } from './readSteps.ts';

/** The options of `mam loop`, as scripts around the older tool give them, and MAM's own at the end. */
export const loopOptions = {
  creator: { kind: 'text', value: 'A', summary: 'The agent that writes, or a session of it', words: 'agents' },
  task: { kind: 'text', value: 'TEXT', summary: 'What is to be done, or a task of the queue by its id' },
  reviewer: { kind: 'texts', value: 'A,B', summary: 'Who reviews; may be given several times', words: 'agents' },
  'all-reviewer': { kind: 'flag', value: '', summary: 'Everybody reviews who is ready, but the creator' },
  ...stepOptions,
  planner: { kind: 'text', value: 'A', summary: 'Who plans; only with --plan', words: 'agents' },
  'max-loop': { kind: 'text', value: 'N', summary: 'Rounds of work at most' },
  worktree: { kind: 'text', value: 'DIR', summary: 'The checkout that the work is in; else MAM_LOOP_WORKTREE' },
  base: { kind: 'text', value: 'REF', summary: 'The commit that its change counts from; HEAD unless said' },
  'review-only': { kind: 'flag', value: '', summary: 'The work is done: judge what there is since --base first' },
  'target-agent': { kind: 'text', value: 'A', summary: 'Is gone: use --reviewer' },
  claims: { kind: 'texts', value: 'GLOB,…', summary: 'Files that may be written; all unless said' },
  check: { kind: 'texts', value: 'COMMAND', summary: 'A check that MAM runs on each round; counts as allowed' },
  yes: { kind: 'flag', value: '', summary: 'Allow the checks of the tasks without asking' },
  json: { ...json, summary: 'Print every event as a line of JSON, and a summary as the last line' },
} as const satisfies Readonly<Record<string, OptionSpec>>;
