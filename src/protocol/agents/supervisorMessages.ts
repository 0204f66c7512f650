import * as z from 'zod';
import { laneExitFile } from './laneFiles.ts';

/** Grows with every change that an older supervisor or host would misread. */
export const supervisorProtocol = 2;

/** Where a running supervisor listens, and the secret that it asks for. Readable by its user only. */
export const supervisorEndpoint = z.object({
  protocol: z.number(),
  pid: z.number(),
  startTime: z.string(),
  socket: z.string(),
  token: z.string(),
});

export const laneRequest = z.object({
  id: z.string().min(1),
  /** Absolute folder of the lane: its identity, and where its files are kept. */
  folder: z.string().min(1),
  argv: z.array(z.string()).min(1),
  cwd: z.string(),
  env: z.record(z.string(), z.string()),
  stdin: z.string(),
  /** In awake time; 0 is no limit. */
  timeoutMs: z.number().min(0),
  interrupt: z.enum(['SIGTERM', 'SIGINT']),
  /** Time between the polite signal and SIGKILL. */
  graceMs: z.number().min(0),
  /** Standard error goes into the same file as standard output. */
  merged: z.boolean(),
  /** Ends when the host that asked for it is gone. */
  owned: z.boolean(),
  /** It is talked to while it runs: standard input stays open, and of its output the end is kept, to be read at any time. */
  interactive: z.boolean().optional(),
});

export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), protocol: z.number(), token: z.string() }),
  z.object({ type: z.literal('start'), lane: laneRequest }),
  z.object({ type: z.literal('attach'), folder: z.string() }),
  /** `graceMs` in place of the one that it was started with. */
  z.object({ type: z.literal('cancel'), folder: z.string(), graceMs: z.number().min(0).optional() }),
  /** A text for the standard input of what is interactive; `call` is repeated in the answer. */
  z.object({ type: z.literal('input'), folder: z.string(), text: z.string(), call: z.number() }),
]);

export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), pid: z.number() }),
  z.object({ type: z.literal('refused'), why: z.enum(['protocol', 'token']) }),
  z.object({ type: z.literal('running'), folder: z.string() }),
  /** Its process runs. Told to those who ask for a start and to those who join. */
  z.object({ type: z.literal('started'), folder: z.string() }),
  z.object({ type: z.literal('taken'), folder: z.string(), call: z.number(), isTaken: z.boolean() }),
  z.object({ type: z.literal('absent'), folder: z.string() }),
  z.object({ type: z.literal('output'), folder: z.string() }),
  z.object({ type: z.literal('ended'), folder: z.string(), exit: laneExitFile }),
]);

export type SupervisorEndpoint = z.infer<typeof supervisorEndpoint>;
export type LaneRequest = z.infer<typeof laneRequest>;
export type ClientMessage = z.infer<typeof clientMessage>;
export type ServerMessage = z.infer<typeof serverMessage>;
