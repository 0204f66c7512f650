import * as z from 'zod';
import type { Pane, World } from './world.ts';

export interface Version {
  readonly version: string;
  readonly protocol: number;
}

export class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Method {
  /** Null for parameters that the server can't read. */
  call(world: World, params: unknown, version: Version): Promise<object> | null;
}

function method<P>(
  params: z.ZodType<P>,
  handle: (world: World, params: P, version: Version) => object | Promise<object>,
): Method {
  return {
    call(world, given, version) {
      const read = params.safeParse(given);
      return read.success ? Promise.resolve(read.data).then((data) => handle(world, data, version)) : null;
    },
  };
}

const none = z.object({});
const text = z.string();
const env = z.record(z.string(), z.string()).default({});
const pane = z.object({ pane_id: text });
const node = z.object({
  type: z.enum(['pane', 'split']),
  label: text.nullish(),
  cwd: text.default('/'),
  command: z.array(text).default(['sh']),
  env,
});
export const subscription = z.object({ subscriptions: z.array(z.object({ type: text, pane_id: text.optional() })) });

function paneOf(world: World, id: string): Pane {
  const found = world.pane(id);
  if (found === undefined) throw new Refused('pane_not_found', `pane ${id} not found`);
  return found;
}

function checked(given: Record<string, string>): Record<string, string> {
  for (const [key, said] of Object.entries(given))
    if (key === '' || key.includes('=') || key.includes('\0') || said.includes('\0'))
      throw new Refused('invalid_env', `env key ${key} is not valid`);
  return given;
}

const keys: Readonly<Record<string, string>> = {
  enter: '\r',
  escape: '\u001b',
  esc: '\u001b',
  up: '\u001b[A',
  down: '\u001b[B',
  tab: '\t',
};

function keyBytes(key: string): string {
  const bytes = keys[key.trim().toLowerCase()] ?? (key.length === 1 ? key : undefined);
  if (bytes === undefined) throw new Refused('invalid_key', `unsupported key ${key}`);
  return bytes;
}

const workspaceInfo = (world: World, id: string): object => ({
  workspace_id: id,
  number: 1,
  label: world.workspaces.find((one) => one.id === id)?.label ?? '',
  focused: false,
  pane_count: 1,
  tab_count: 1,
  active_tab_id: world.panes.find(({ workspace }) => workspace === id)?.tab ?? '',
  agent_status: 'unknown',
});
const tabInfo = (one: Pane): object => ({
  tab_id: one.tab,
  workspace_id: one.workspace,
  number: 1,
  label: '1',
  focused: false,
  pane_count: 1,
  agent_status: one.status,
});
const paneInfo = method(pane, (world, { pane_id: id }) => ({
  type: 'pane_info',
  pane: world.describe(paneOf(world, id)),
}));

/** The methods that MAM may call; a server has a hundred. */
export const methods: Readonly<Record<string, Method>> = {
  ping: method(none, (_world, _params, { version, protocol }) => {
    const newer = protocol > 20 ? { endpoint_protocol_generation: 1, health_check: true } : {};
    const capabilities = { live_handoff: true, detached_server_daemon: true, ...newer };
    return { type: 'pong', version, protocol, capabilities };
  }),
  'session.snapshot': method(none, (world, _params, version) => ({
    type: 'session_snapshot',
    snapshot: {
      ...version,
      workspaces: world.workspaces.map(({ id }) => workspaceInfo(world, id)),
      tabs: world.panes.map(tabInfo),
      panes: world.panes.map((one) => world.describe(one)),
      layouts: [],
      agents: world.panes
        .filter(({ agent }) => agent !== null)
        .map((one) => ({ ...world.describe(one), state_change_seq: one.changes })),
    },
  })),
  'workspace.create': method(z.object({ cwd: text, label: text, env }), async (world, { cwd, label, env: given }) => {
    const made = await world.createWorkspace(label, cwd, checked(given));
    const workspace = workspaceInfo(world, made.workspace);
    return { type: 'workspace_created', workspace, tab: tabInfo(made), root_pane: world.describe(made) };
  }),
  'workspace.close': method(z.object({ workspace_id: text }), (world, { workspace_id: id }) => {
    const panes = world.panes.filter(({ workspace }) => workspace === id);
    if (panes.length === 0) throw new Refused('workspace_not_found', `workspace ${id} not found`);
    panes.forEach((one) => world.closePane(one));
    return { type: 'ok' };
  }),
  'layout.apply': method(z.object({ tab_id: text, root: node }), async (world, { tab_id: tab, root }) => {
    if (!world.panes.some((one) => one.tab === tab)) throw new Refused('tab_not_found', `tab ${tab} not found`);
    if (root.command.length === 0) throw new Refused('invalid_layout', 'pane command must not be empty');
    const given = checked(root.env);
    try {
      const made = await world.replace(tab, root.label ?? null, root.cwd, root.command, given);
      const layout = { workspace_id: made.workspace, tab_id: made.tab, zoomed: false, focused_pane_id: made.id };
      return { type: 'layout_apply', layout: { ...layout, root: { ...root, type: 'pane', pane_id: made.id } } };
    } catch (error) {
      throw new Refused('layout_apply_failed', error instanceof Error ? error.message : '');
    }
  }),
  'pane.get': paneInfo,
  'pane.focus': paneInfo,
  'pane.close': method(pane, (world, { pane_id: id }) => {
    world.closePane(paneOf(world, id));
    return { type: 'ok' };
  }),
  'pane.process_info': method(pane, (world, { pane_id: id }) => {
    const { process, cwd } = paneOf(world, id);
    const front = { pid: process.pid, name: process.name(), cwd };
    const info = { pane_id: id, shell_pid: process.pid, foreground_process_group_id: process.pid };
    return { type: 'pane_process_info', process_info: { ...info, foreground_processes: [front] } };
  }),
  'pane.send_text': method(pane.extend({ text }), (world, { pane_id: id, text: typed }) => {
    paneOf(world, id).process.write(typed);
    return { type: 'ok' };
  }),
  'pane.send_keys': method(pane.extend({ keys: z.array(text) }), (world, { pane_id: id, keys: pressed }) => {
    const { process } = paneOf(world, id);
    process.write(pressed.map(keyBytes).join(''));
    return { type: 'ok' };
  }),
  'pane.send_input': method(
    pane.extend({ text: text.default(''), keys: z.array(text).default([]) }),
    (world, { pane_id: id, text: typed, keys: pressed }) => {
      const { process } = paneOf(world, id);
      const after = pressed.map(keyBytes).join('');
      if (typed !== '') process.paste(typed);
      if (after !== '') process.write(after);
      return { type: 'ok' };
    },
  ),
  'pane.read': method(
    pane.extend({ source: z.enum(['visible', 'recent', 'recent_unwrapped', 'detection']), lines: z.int().optional() }),
    (world, { pane_id: id, source, lines = 80 }) => {
      const one = paneOf(world, id);
      const shown = one.process.screen(source === 'visible' ? 40 : lines);
      const about = { pane_id: id, workspace_id: one.workspace, tab_id: one.tab, source, format: 'text' };
      return { type: 'pane_read', read: { ...about, text: shown, revision: 0, truncated: false } };
    },
  ),
  'agent.explain': method(z.object({ target: text }), (world, { target }) => {
    const { agent, status } = paneOf(world, target);
    if (agent === null) throw new Refused('agent_explain_unavailable', `agent target ${target} has no label`);
    const rule = { manifest_version: '2026.08.19.1', matched_rule: { id: `${agent}_${status}`, priority: 10 } };
    return { type: 'agent_explain', explain: { agent, state: status, ...rule, fallback_reason: null } };
  }),
};
