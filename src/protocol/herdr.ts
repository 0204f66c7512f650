import * as z from 'zod';

/**
 * What herdr answers on its JSON socket, as far as MAM reads it: 0.8.2 (protocol 20) and 0.9 (protocol 22). Fields that
 * are not named here are let through unread, since every version adds some.
 */

/** The oldest protocol that has every method that MAM calls. A newer one than was known when this was written is tried. */
export const oldestProtocol = 20;

const text = z.string();
const id = z.string().min(1);

/** A state that was not known when this was written tells nothing; that is no reason not to read the rest. */
const agentStatus = z.enum(['idle', 'working', 'blocked', 'done', 'unknown']).catch('unknown');

export const pong = z.object({
  type: z.literal('pong'),
  version: text,
  protocol: z.int().nonnegative(),
});

const pane = z.object({
  pane_id: id,
  terminal_id: id,
  workspace_id: id,
  tab_id: id,
  label: text.nullish(),
  agent: text.nullish(),
  terminal_title: text.nullish(),
  agent_status: agentStatus,
});
export type HerdrPane = z.infer<typeof pane>;

export const snapshot = z.object({
  type: z.literal('session_snapshot'),
  snapshot: z.object({
    version: text,
    protocol: z.int().nonnegative(),
    workspaces: z.array(z.object({ workspace_id: id, label: text })),
    tabs: z.array(z.object({ tab_id: id, workspace_id: id })),
    panes: z.array(pane),
    agents: z.array(z.object({ terminal_id: id, state_change_seq: z.number().default(0) })),
  }),
});
export type HerdrSnapshot = z.infer<typeof snapshot>['snapshot'];

export const workspaceCreated = z.object({
  type: z.literal('workspace_created'),
  workspace: z.object({ workspace_id: id }),
  tab: z.object({ tab_id: id }),
});

/** One pane fills the tab that MAM laid out. */
export const layoutApplied = z.object({
  type: z.literal('layout_apply'),
  layout: z.object({ root: z.object({ type: z.literal('pane'), pane_id: id }) }),
});

export const paneInfo = z.object({ type: z.literal('pane_info'), pane });

export const processInfo = z.object({
  type: z.literal('pane_process_info'),
  process_info: z.object({
    shell_pid: z.int().positive().nullish(),
    foreground_processes: z.array(z.object({ pid: z.int().positive(), name: text })).default([]),
  }),
});

export const paneRead = z.object({ type: z.literal('pane_read'), read: z.object({ text }) });

/** Which rule of which set of rules made herdr think so; the sets change under a fixed program. */
export const explained = z.object({
  type: z.literal('agent_explain'),
  explain: z.object({
    manifest_version: text.nullish(),
    matched_rule: z.object({ id: text.nullish() }).nullish(),
    fallback_reason: text.nullish(),
  }),
});

/** An answer of which only the success counts. */
export const done = z.object({ type: text });

export const subscribed = z.object({ type: z.literal('subscription_started') });

/**
 * A line of a subscription. Events about the life of panes have underscores, those about one pane's state have dots; a
 * pane that moved has its new description and its old id.
 */
export const event = z.object({
  event: text,
  data: z.object({
    pane_id: text.nullish(),
    previous_pane_id: text.nullish(),
    pane: z.object({ pane_id: text, label: text.nullish() }).nullish(),
  }),
});
export type HerdrEvent = z.infer<typeof event>;

/** What every answer begins with: the request's id and either a result or an error. */
export const answer = z.union([
  z.object({ id: text, result: z.unknown().refine((result) => result !== undefined) }),
  z.object({ id: text, error: z.object({ code: text, message: text.default('') }) }),
]);
