import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPathWatch } from '../../../src/adapters/files/watchPath.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { findOnPath } from '../../../src/adapters/process/shellPath.ts';
import { createTmuxTerminals } from '../../../src/adapters/terminals/tmux/tmuxTerminals.ts';
import type { App } from '../../../src/app/app.ts';
import type { JobWish } from '../../../src/app/delegation/submit.ts';
import { isoSeconds } from '../../../src/base/clock.ts';
import type { Problem } from '../../../src/base/problem.ts';
import type { Result } from '../../../src/base/result.ts';
import type { Actor } from '../../../src/core/actor.ts';
import { statusOf, type SessionStatus } from '../../../src/core/agentSession/status.ts';
import type { AgentSession, Backend } from '../../../src/core/agentSession/types.ts';
import { missingFor } from '../../../src/core/delegation/completion.ts';
import type { DelegatedJob } from '../../../src/core/delegation/types.ts';
import { waitsOf } from '../../../src/app/views/waits.ts';
import type { Settings } from '../../../src/protocol/settings.ts';
import { reader } from '../../builders/scene.ts';
import { hostEnvironment, makeRepository, openTestApp, sourcePrograms, type TestRepository } from '../app/support.ts';
import { until } from '../../until.ts';

const person: Actor = { kind: 'person', id: 'ann' };
const standIn = join(import.meta.dirname, '../../fixtures/stand-ins/scriptedAgent.mjs');

/** What a scripted agent writes down of itself. */
export interface AgentNote {
  readonly kind: 'began' | 'asked' | 'line' | 'lost' | 'enter' | 'text' | 'ran' | 'child' | 'wrote';
  readonly text?: string;
  readonly pid?: number;
  readonly status?: number;
  readonly stderr?: string;
}

/** A repository in which a scripted agent can be opened as a session, and the application that is its owner. */
export interface ScriptedScene {
  readonly repository: TestRepository;
  readonly app: App;
  /** Settings with which another host finds the agent too. */
  readonly settings: Partial<Settings>;
  readonly env: Readonly<Record<string, string>>;
  open(): Promise<AgentSession>;
  notes(): Promise<readonly AgentNote[]>;
  /** Lines that the agent was given, oldest first. */
  given(): Promise<readonly string[]>;
  /** A person types a line into the agent's terminal. */
  type(line: string): Promise<void>;
  submit(change?: Partial<JobWish>): Promise<DelegatedJob>;
  session(): AgentSession;
  status(): SessionStatus;
  job(): DelegatedJob;
  /** Codes of what the job is still short of. */
  missing(): readonly string[];
  /** Each kind of status that the session had, once each time that it changed. */
  readonly seen: readonly string[];
  /** What a person would have been told of, each wait once, oldest first: `permission: the question`. */
  readonly told: readonly string[];
  /** Speaks of a session and a job that another host made. */
  adopt(session: string, job: string): void;
  /** Lets another application take the place of this one, which was closed or killed. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

function must<T>(result: Result<T, Problem>): T {
  if (!result.ok) assert.fail(`${result.error.code}: ${JSON.stringify(result.error)}`);
  return result.value;
}

export async function createScriptedScene(
  scene: string,
  options: {
    readonly backend?: Backend;
    readonly ms?: number;
    readonly settings?: Partial<Settings>;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<ScriptedScene> {
  const repository = makeRepository({ 'a.txt': 'one\n' });
  const log = join(repository.root, '../agent.log');
  const words = [standIn, log, scene, String(options.ms ?? 0)];
  const settings: Partial<Settings> = {
    'mam.agents.custom': [
      {
        id: 'scripted',
        name: 'Scripted',
        argv: [process.execPath, ...words],
        terminalArgs: words,
        output: 'text',
        env: [],
      },
    ],
    ...options.settings,
  };
  const env = { ...hostEnvironment(repository.root), ...options.env };
  let app = await openTestApp(repository.root, settings, env);
  const folder = join(app.facts.commonDir, 'mam');
  const socket = `mam-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
  // The same terminals as the application has, in the hands of a person.
  const hands = createTmuxTerminals({
    socket,
    folder: join(folder, 'places/tmux'),
    env,
    run: runProcess,
    find: findOnPath,
    program: [process.execPath, sourcePrograms.place],
    watchFolder: createPathWatch(),
  });
  const seen: string[] = [];
  const told = new Map<string, string>();
  let sessionId = '';
  let jobId = '';
  const statusNow = (): SessionStatus | null => {
    const session = app.state.agentSessions[sessionId];
    return session ? statusOf(app.state, session, isoSeconds(Date.now())) : null;
  };
  const job = (): DelegatedJob => app.state.delegations[jobId] ?? assert.fail('no job');
  const follow = (): void => {
    app.onDidChange(() => {
      const kind = statusNow()?.kind ?? seen.at(-1);
      if (kind !== undefined && kind !== seen.at(-1)) seen.push(kind);
      for (const wait of waitsOf(reader({ now: () => isoSeconds(Date.now()) }), app))
        if (!told.has(wait.id)) told.set(wait.id, `${wait.kind}: ${wait.detail}`);
    });
  };
  follow();
  const notes = async (): Promise<readonly AgentNote[]> =>
    (await readFile(log, 'utf8').catch(() => ''))
      .split('\n')
      .filter(Boolean)
      .map((line): AgentNote => JSON.parse(line));
  return {
    repository,
    settings,
    env,
    seen,
    notes,
    get told() {
      return [...told.values()];
    },
    get app() {
      return app;
    },
    async open() {
      const wish = { agent: 'scripted', backend: options.backend ?? 'tmux', cwd: repository.root } as const;
      const session = must(
        await app.agentSessions.open({ ...wish, name: null, role: null, controlPlane: null }, person),
      );
      sessionId = session.id;
      return session;
    },
    async type(line) {
      const { handle } = app.state.agentSessions[sessionId] ?? assert.fail('no session');
      for (const key of [...line.split(''), 'Enter']) must(await hands.press(handle ?? '', key));
    },
    given: async () => (await notes()).filter(({ kind }) => kind === 'line').map(({ text }) => text ?? ''),
    async submit(change = {}) {
      const wish: JobWish = {
        id: null,
        session: sessionId,
        agent: null,
        kind: 'work',
        role: null,
        prompt: 'Do it.',
        workdir: null,
        claims: [],
        outside: false,
        timeoutMs: 0,
        idleTimeoutMs: 0,
        expectedArtifacts: [],
        task: null,
        queue: false,
        ...change,
      };
      const submitted = must(await app.delegation.submit(wish, person));
      jobId = submitted.id;
      return submitted;
    },
    session: () => app.state.agentSessions[sessionId] ?? assert.fail('no session'),
    status: () => statusNow() ?? assert.fail('no session'),
    job,
    missing: () =>
      missingFor(app.state, job(), { at: isoSeconds(Date.now()), awakeMs: app.awakeMs() }).map(({ code }) => code),
    adopt(session, given) {
      sessionId = session;
      jobId = given;
    },
    async reopen() {
      app = await openTestApp(repository.root, settings, env);
      follow();
    },
    async close() {
      for (const { id, ended } of Object.values(app.state.agentSessions))
        if (!ended) await app.agentSessions.stop(id, person);
      await app.close();
      const pids = (await notes()).flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
      await until('the end of all that it started', () => pids.every((pid) => !isAlive(pid)), 10_000);
      await repository.dispose();
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
