import * as z from 'zod';

/** What was asked of the supervisor, kept in the lane's folder. Holds no environment and no stdin: they may carry secrets. */
export const laneSpecFile = z.object({
  id: z.string(),
  argv: z.array(z.string()),
  cwd: z.string(),
  /** Value of `MAM_LANE_KEY` in the environment of everything that the lane started. */
  key: z.string(),
  timeoutMs: z.number(),
  at: z.string(),
});

/** Which process serves the lane. Pid and start time together name one process even after a reboot. */
export const laneStartedFile = z.object({ pid: z.number(), startTime: z.string(), pgid: z.number() });

/** A lane that a supervisor has begun and not ended yet, noted in its own folder. */
export const openLaneFile = z.object({
  folder: z.string(),
  /** Value of `MAM_LANE_KEY` in the environment of everything that the lane started. */
  key: z.string(),
  /** It ended with its host, and nobody asks for its folder any more. */
  owned: z.boolean(),
});

/** How the process ended: on its own, by us, by its time limit, by a lost supervisor, or not started at all. */
const laneExitReason = z.enum(['exited', 'stopped', 'timeout', 'lost', 'spawn-failed']);

export const laneExitFile = z.object({
  code: z.number().nullable(),
  signal: z.string().nullable(),
  reason: laneExitReason,
  /** Why it could not be started; empty otherwise. */
  detail: z.string(),
  at: z.string(),
  /** Output was longer than its limit: the middle is missing. */
  cut: z.boolean(),
  /** Processes that outlived the leader and were ended. */
  survivors: z.number(),
});

/** One line of `guard.jsonl`, which an agent's hook writes: that it runs, and each tool call that it refused. */
export const guardLine = z.union([
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('denied'), tool: z.string(), path: z.string() }),
]);

export type GuardLine = z.infer<typeof guardLine>;
export type OpenLaneFile = z.infer<typeof openLaneFile>;
export type LaneSpecFile = z.infer<typeof laneSpecFile>;
export type LaneStartedFile = z.infer<typeof laneStartedFile>;
export type LaneExit = z.infer<typeof laneExitFile>;
export type LaneExitReason = z.infer<typeof laneExitReason>;
