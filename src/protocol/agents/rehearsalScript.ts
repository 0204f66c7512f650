import * as z from 'zod';
import { jobKinds } from '../../core/job/kinds.ts';
import type { BriefHead } from './brief.ts';

/** What the rehearsal agent can be told to do, one thing a step. Paths are relative to its worktree. */
const rehearsalStep = z.union([
  /** Replaces a file. A path that leads outside is taken as it is: that is what a rehearsal of misbehaviour needs. */
  z.strictObject({ write: z.string(), text: z.string() }),
  z.strictObject({ append: z.string(), text: z.string() }),
  z.strictObject({ delete: z.string() }),
  z.strictObject({ link: z.string(), to: z.string() }),
  /** Commits everything in the worktree. */
  z.strictObject({ commit: z.string() }),
  z.strictObject({ sleep: z.number().min(0) }),
  /** Waits for a file: how tests meet the agent at a moment of their choice. Absolute, or relative to the worktree. */
  z.strictObject({ waitFor: z.string() }),
  z.strictObject({ exit: z.number().int() }),
  /** Sends itself a signal. */
  z.strictObject({ signal: z.string() }),
  z.strictObject({ hang: z.literal(true) }),
  z.strictObject({ ignore: z.string() }),
  /** Prints a line as it stands, event or not. */
  z.strictObject({ print: z.string() }),
  z.strictObject({ stderr: z.string() }),
  /** Prints so many progress lines as fast as it can. */
  z.strictObject({ flood: z.number().int().min(1) }),
  z.strictObject({ say: z.string() }),
  /** Asks a person for leave and waits for their line, where it talks with one. */
  z.strictObject({ ask: z.string() }),
  /** Starts a process that survives it for so many milliseconds, in its own session. */
  z.strictObject({ spawn: z.number().min(1) }),
  /** Fails as a CLI does whose model server answered with this status. */
  z.strictObject({ fail: z.string(), status: z.number().int().optional() }),
  /** Does what it does without a script. */
  z.strictObject({ work: z.literal(true) }),
  /** Ends with this text, whatever it says. */
  z.strictObject({ report: z.string() }),
  /** Ends with a review. `two` gives both verdicts, `none` gives none, `head` names another commit. */
  z.strictObject({
    verdict: z.enum(['pass', 'not-pass', 'two', 'none']),
    summary: z.string().optional(),
    head: z.string().optional(),
  }),
  /** Ends well, but without a final message. */
  z.strictObject({ silent: z.literal(true) }),
]);

const several = <T extends z.ZodType>(one: T) => z.union([one.transform((value) => [value]), z.array(one)]);

/** Steps for the jobs that `on` fits; what isn't named there fits every job. */
const rehearsalScene = z.strictObject({
  on: z
    .strictObject({
      kind: several(z.enum(jobKinds)).optional(),
      session: several(z.string()).optional(),
      role: several(z.string()).optional(),
      round: several(z.number()).optional(),
      attempt: several(z.number()).optional(),
      task: several(z.string()).optional(),
    })
    .default({}),
  steps: z.array(rehearsalStep),
});

const rehearsalScript = z.array(rehearsalScene);

const blocks = /^(`{3,}|~{3,})rehearsal(?:[ \t]*\n([\s\S]*?)^|[ \t]+(\[.*\]))\1[ \t]*$/gm;

export type RehearsalStep = z.infer<typeof rehearsalStep>;
export type RehearsalScene = z.infer<typeof rehearsalScene>;

/**
 * The scripts in a brief's fenced `rehearsal` blocks, in order; a string tells what is wrong with one. A block on one line
 * counts, too, since a prompt may be typed into one. Indented blocks don't: lines of an embedded diff are indented.
 */
export function readRehearsalScript(brief: string): readonly RehearsalScene[] | string {
  const scenes: RehearsalScene[] = [];
  for (const [, , lines, line] of brief.matchAll(blocks)) {
    const parsed = rehearsalScript.safeParse(parse(lines ?? line ?? ''));
    if (!parsed.success) return z.prettifyError(parsed.error);
    scenes.push(...parsed.data);
  }
  return scenes;
}

/** The first scene that fits the job, null when none does. */
export function chooseScene(scenes: readonly RehearsalScene[], head: BriefHead): RehearsalScene | null {
  const fits = (wanted: readonly unknown[] | undefined, actual: unknown): boolean =>
    wanted === undefined || wanted.includes(actual);
  return (
    scenes.find(
      ({ on }) =>
        fits(on.kind, head.kind) &&
        fits(on.session, head.session) &&
        fits(on.role, head.role) &&
        fits(on.round, head.round) &&
        fits(on.attempt, head.attempt) &&
        fits(on.task, head.task),
    ) ?? null
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return String(error);
  }
}
