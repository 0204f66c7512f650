import { createEventHub, type EventHub } from './eventHub.ts';
import { startPaneProcess, type PaneProcess } from './paneProcess.ts';

type Status = 'idle' | 'working' | 'blocked' | 'done' | 'unknown';

export interface Pane {
  /** Another one when it was moved. */
  id: string;
  workspace: string;
  tab: string;
  terminal: string;
  label: string | null;
  readonly cwd: string;
  process: PaneProcess;
  agent: string | null;
  status: Status;
  changes: number;
}

interface Workspace {
  readonly id: string;
  label: string;
}

/** What a server knows: workspaces, each with one tab and its pane, and the processes in them. */
export interface World {
  readonly hub: EventHub;
  readonly workspaces: readonly Workspace[];
  readonly panes: readonly Pane[];
  pane(id: unknown): Pane | undefined;
  createWorkspace(label: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Pane>;
  /** Puts a program in the place of what is in the tab. */
  replace(
    tab: string,
    label: string | null,
    cwd: string,
    argv: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<Pane>;
  closePane(pane: Pane): void;
  /** Into a new workspace: it has another id then, and the same terminal. */
  movePane(pane: Pane): void;
  setStatus(pane: Pane, agent: string | null, status: Status): void;
  describe(pane: Pane): object;
  /** As after an end and a new start of the server: other terminals, shells where agents were. */
  restore(): Promise<void>;
  /** All terminals go; done when their programs have ended. */
  end(): Promise<void>;
}

const shell: readonly string[] = ['sh'];

export function createWorld(serverEnv: Readonly<Record<string, string>>): World {
  const hub = createEventHub();
  let workspaces: Workspace[] = [];
  let panes: Pane[] = [];
  let counted = 0;
  const processes = new Set<PaneProcess>();

  const start = async (argv: readonly string[], cwd: string, env: object, pane: string): Promise<PaneProcess> => {
    const own = { HERDR_ENV: '1', HERDR_PANE_ID: pane };
    const process = await startPaneProcess(argv, cwd, { ...serverEnv, ...env, ...own });
    processes.add(process);
    void process.ended.then(() => processes.delete(process));
    return process;
  };
  const describe: World['describe'] = (pane) => ({
    pane_id: pane.id,
    terminal_id: pane.terminal,
    workspace_id: pane.workspace,
    tab_id: pane.tab,
    focused: false,
    cwd: pane.cwd,
    agent_status: pane.status,
    revision: 0,
    ...(pane.label === null ? {} : { label: pane.label }),
    ...(pane.agent === null ? {} : { agent: pane.agent }),
    ...(pane.process.title() === null ? {} : { terminal_title: pane.process.title() }),
  });
  const tell = (type: string, pane: Pane, more: object): void => {
    const data = { type: type.replace('.', '_'), ...more };
    hub.emit(type, pane.id, { event: data.type, data });
  };
  const place = (pane: Pane): { pane_id: string; workspace_id: string } => ({
    pane_id: pane.id,
    workspace_id: pane.workspace,
  });
  const remove = (pane: Pane, type: string): void => {
    if (!panes.includes(pane)) return;
    panes = panes.filter((one) => one !== pane);
    workspaces = workspaces.filter(({ id }) => panes.some(({ workspace }) => workspace === id));
    tell(type, pane, place(pane));
  };
  const put = async (
    at: { readonly workspace: string; readonly tab: string },
    label: string | null,
    cwd: string,
    argv: readonly string[],
    env: object,
  ): Promise<Pane> => {
    const id = `${at.workspace}:p${++counted}`;
    const process = await start(argv, cwd, env, id);
    const common = { agent: null, status: 'unknown' as const, changes: 0 };
    const pane: Pane = { id, ...at, terminal: `term-${++counted}`, label, cwd, process, ...common };
    panes.push(pane);
    tell('pane.created', pane, { pane: describe(pane) });
    void process.ended.then(() => pane.process === process && remove(pane, 'pane.exited'));
    return pane;
  };

  return {
    hub,
    get workspaces() {
      return workspaces;
    },
    get panes() {
      return panes;
    },
    pane: (id) => panes.find((one) => one.id === id),
    createWorkspace(label, cwd, env) {
      const id = `w${++counted}`;
      workspaces.push({ id, label });
      return put({ workspace: id, tab: `${id}:t1` }, null, cwd, shell, env);
    },
    async replace(tab, label, cwd, argv, env) {
      const before = panes.find((one) => one.tab === tab);
      const workspace = before?.workspace ?? '';
      const pane = await put({ workspace, tab: `${workspace}:t${++counted}` }, label, cwd, argv, env);
      if (before !== undefined) {
        remove(before, 'pane.closed');
        before.process.hangUp();
      }
      return pane;
    },
    closePane(pane) {
      remove(pane, 'pane.closed');
      pane.process.hangUp();
    },
    movePane(pane) {
      const [before, workspace] = [pane.id, `w${++counted}`];
      workspaces.push({ id: workspace, label: 'moved' });
      Object.assign(pane, { id: `${workspace}:p${++counted}`, workspace, tab: `${workspace}:t1` });
      workspaces = workspaces.filter(({ id }) => panes.some((one) => one.workspace === id));
      tell('pane.moved', pane, { previous_pane_id: before, pane: describe(pane) });
    },
    setStatus(pane, agent, status) {
      const detected = agent !== pane.agent;
      const changed = status !== pane.status;
      Object.assign(pane, { agent, status, changes: pane.changes + (changed ? 1 : 0) });
      if (detected) tell('pane.agent_detected', pane, { ...place(pane), ...(agent === null ? {} : { agent }) });
      const type = 'pane.agent_status_changed';
      if (changed) hub.emit(type, pane.id, { event: type, data: { ...place(pane), agent_status: status } });
    },
    describe,
    async restore() {
      for (const pane of panes) {
        const before = pane.process;
        // The terminal goes, and its programs are told so.
        before.hangUp();
        pane.process = await start(shell, pane.cwd, {}, pane.id);
        const restored = pane.process;
        Object.assign(pane, { terminal: `term-${++counted}`, agent: null, status: 'unknown', changes: 0 });
        void restored.ended.then(() => pane.process === restored && remove(pane, 'pane.exited'));
      }
    },
    async end() {
      panes = [];
      workspaces = [];
      const left = [...processes];
      for (const process of left) process.hangUp();
      await Promise.all(left.map(({ ended }) => ended));
    },
  };
}
