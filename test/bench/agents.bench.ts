import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { createRegistry } from '../../src/adapters/agents/registry.ts';
import { laneFiles } from '../../src/adapters/agents/agent.ts';
import { laneSpecFile, laneStartedFile } from '../../src/protocol/agents/laneFiles.ts';
import { supervisorEndpoint } from '../../src/protocol/agents/supervisorMessages.ts';
import { agentEnvironment, startModelServers, type ModelServers } from '../agents/support.ts';
import { laneSpec } from '../builders/lane.ts';
import type { ModelStep } from '../fixtures/model-servers/script.ts';
import { hostEnvironment, makeRepository, type TestRepository } from '../integration/app/support.ts';
import type { HostOrder, HostReport, LaneOrder } from './agentsProtocol.ts';
import type { Bench } from './bench.ts';
import { processorTime, residentMB } from './processorTime.ts';

const turns = 10;
const rounds = 1;
const registry = createRegistry({ rehearsalProgram: [process.execPath, ''] });

const shell = {
  codex: (command: string): ModelStep => ({ tool: 'exec_command', input: { cmd: command } }),
  claude: (command: string): ModelStep => ({ tool: 'Bash', input: { command, description: 'look' } }),
} as const;

const briefOf = (agent: LaneOrder['agent']): string => {
  const calls = Array.from({ length: turns }, (_, n) => shell[agent](`git log -${n + 1} --stat`));
  return `Look.\nSCRIPT:${JSON.stringify([...calls, { text: 'I looked at it.' }])}\nThat is all.`;
};
const agentsAtOnce = [1, 2, 3, 4].flatMap(() => ['codex', 'claude'] as const);

/** One of the eight commands, as MAM ran it. */
interface Command {
  readonly agent: LaneOrder['agent'];
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
}

/** The host of the application, with what it costs. */
interface Host {
  readonly pid: number;
  tell(order: HostOrder): Promise<void>;
  close(): Promise<void>;
}

async function startHost(root: string, env: Readonly<Record<string, string>>): Promise<Host> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'agentsHost.ts'), { env, stdio: 'inherit' });
  const { pid } = child;
  if (pid === undefined) throw new Error('The host did not start.');
  const tell = async (order: HostOrder): Promise<void> => {
    child.send(order);
    const gone = once(child, 'exit').then((): HostReport => ({ type: 'failed', reason: 'it ended' }));
    const report = await Promise.race([once(child, 'message').then(([message]: HostReport[]) => message), gone]);
    if (report?.type !== 'done') throw new Error(`The host failed: ${report?.reason}`);
  };
  await tell({ type: 'open', root }).catch((error: unknown) => {
    child.kill();
    throw error;
  });
  const close = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.send({ type: 'close' } satisfies HostOrder);
    await exited;
  };
  return { pid, tell, close };
}

const supervisorOf = (root: string): number | null => {
  const file = join(root, '.git/mam/supervisor.json');
  return existsSync(file) ? supervisorEndpoint.parse(JSON.parse(readFileSync(file, 'utf8'))).pid : null;
};

interface Managed {
  /** Milliseconds of the lanes, with all that they started, and of all that is MAM's. */
  readonly lanes: number;
  readonly own: number;
  readonly megabytes: number;
}

/** The eight through MAM. `meanwhile` is called a few times a second. */
async function manage(
  host: Host,
  root: string,
  lanes: readonly LaneOrder[],
  meanwhile: () => void = () => undefined,
): Promise<Managed> {
  const before = processorTime(host.pid);
  const idleMB = residentMB(host.pid);
  let most = 0;
  const timer = setInterval(() => {
    const supervisor = supervisorOf(root);
    most = Math.max(most, residentMB(host.pid) - idleMB + (supervisor === null ? 0 : residentMB(supervisor)));
    meanwhile();
  }, 100);
  try {
    await host.tell({ type: 'lanes', lanes });
  } finally {
    clearInterval(timer);
  }
  const supervisor = supervisorOf(root);
  if (supervisor === null) throw new Error('There is no supervisor.');
  // Before it ends: from then on its time counts as its host's, too.
  const { own, children } = processorTime(supervisor);
  const after = processorTime(host.pid);
  await host.tell({ type: 'collect', supervisor });
  const ofHost = after.own + after.children - before.own - before.children;
  return { lanes: children, own: ofHost + own, megabytes: most };
}

/** A fresh checkout and folder for each, as MAM makes one for each reader. */
function placeLanes(repository: TestRepository, name: string): readonly LaneOrder[] {
  return agentsAtOnce.map((agent, n) => {
    const folder = join(repository.root, '..', name, String(n));
    mkdirSync(folder, { recursive: true });
    const cwd = join(folder, 'checkout');
    repository.git('worktree', 'add', '-q', '--detach', cwd, 'HEAD');
    return { agent, brief: briefOf(agent), cwd, folder: join(folder, 'lane') };
  });
}

/** Notes the commands of lanes while they run, with the environments that their specs don't keep. */
function noteCommands(orders: readonly LaneOrder[], found: Map<string, Command>): void {
  for (const { agent, brief, cwd, folder } of orders) {
    const started = join(folder, 'started.json');
    if (found.has(folder) || !existsSync(started)) continue;
    const { pid } = laneStartedFile.parse(JSON.parse(readFileSync(started, 'utf8')));
    const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    const pairs = lines.map((line) => line.split(/=(.*)/s).slice(0, 2)).filter((pair) => pair.length === 2);
    const { argv } = laneSpecFile.parse(JSON.parse(readFileSync(join(folder, 'spec.json'), 'utf8')));
    const made = registry.find(agent)?.command(laneSpec({ agent, cwd, folder, brief }), laneFiles(folder));
    if (!made?.ok) throw new Error(`There is no command of ${agent}.`);
    found.set(folder, { agent, argv, cwd, folder, env: Object.fromEntries(pairs), stdin: made.value.stdin });
  }
}

/** The eight at once without MAM, in checkouts of the same kind; milliseconds of processor time. */
async function runBare(commands: readonly Command[], places: readonly LaneOrder[]): Promise<number> {
  const before = processorTime('self').children;
  await Promise.all(
    places.map(async ({ agent, cwd, folder }, n) => {
      const command = commands[n];
      if (command?.agent !== agent) throw new Error('Another order of commands.');
      mkdirSync(folder);
      const [program = '', ...args] = command.argv.map((word) =>
        word.replaceAll(command.cwd, cwd).replaceAll(command.folder, folder),
      );
      const out = openSync(join(folder, 'out'), 'w');
      const child = spawn(program, args, { cwd, env: command.env, stdio: ['pipe', out, out], detached: true });
      closeSync(out);
      child.stdin?.end(command.stdin);
      const [code] = await once(child, 'exit');
      const said = (): string => readFileSync(join(folder, 'out'), 'utf8').slice(-2000);
      if (code !== 0) throw new Error(`${agent} ended with ${code}: ${said()}`);
    }),
  );
  return processorTime('self').children - before;
}

/** How often models were asked since the last time; each lane asks once more than it has turns. */
function countTurns(servers: ModelServers): () => number {
  const asked = (): number =>
    [servers.openai, servers.anthropic]
      .flatMap(({ requests }) => requests)
      .filter(({ method, body }) => method === 'POST' && JSON.stringify(body).includes('SCRIPT:')).length;
  let before = 0;
  return () => {
    const now = asked();
    const since = now - before;
    before = now;
    return since;
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

const agents: Bench = {
  name: 'real agents',
  async run() {
    const servers = await startModelServers();
    const home = agentEnvironment(servers);
    const repository = makeRepository({ 'README.md': 'sample\n' });
    const { root } = repository;
    const host = await startHost(root, { ...hostEnvironment(root), ...home.env });
    try {
      const told = countTurns(servers);
      const expected = agentsAtOnce.length * (turns + 1);
      const whole = (): void => {
        const count = told();
        if (count !== expected) throw new Error(`Models were asked ${count} times, not ${expected} times.`);
      };
      // Shows which commands there are; what only the first run of all costs is left out on both sides.
      const found = new Map<string, Command>();
      const first = placeLanes(repository, 'first');
      await manage(host, root, first, () => noteCommands(first, found));
      whole();
      const commands = first.flatMap(({ folder }) => found.get(folder) ?? []);
      const bare: number[] = [];
      const managed: Managed[] = [];
      for (let n = 0; n < rounds; n += 1)
        for (const isBare of n % 2 === 0 ? [true, false] : [false, true]) {
          if (isBare) bare.push(await runBare(commands, placeLanes(repository, `bare-${n}`)));
          else managed.push(await manage(host, root, placeLanes(repository, `lanes-${n}`)));
          whole();
          process.stderr.write(`${JSON.stringify({ bare, managed, load: loadavg() })}\n`);
        }
      const base = sum(bare);
      return [
        { label: 'eight with ten turns each, bare: processor time', value: base / rounds, unit: 'ms' },
        {
          label: 'what host and supervisor spend on the same eight, against that',
          value: sum(managed.map(({ own }) => own)) / base,
          unit: 'ratio',
          bar: 0.05,
        },
        {
          label: 'the eight themselves under MAM, against bare',
          value: sum(managed.map(({ lanes }) => lanes)) / base,
          unit: 'ratio',
        },
        {
          label: 'memory of the supervisor, and of the host above an idle one',
          value: Math.max(...managed.map(({ megabytes }) => megabytes)) * 1024,
          unit: 'kB',
          bar: 150 * 1024,
        },
      ];
    } finally {
      await host.close();
      home.dispose();
      await repository.dispose();
      await servers.close();
    }
  },
};

export const benches: readonly Bench[] = [agents];
