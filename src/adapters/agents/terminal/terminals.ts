import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Disposable } from '../../../base/disposable.ts';
import { problem, type Problem } from '../../../base/problem.ts';
import { err, ok } from '../../../base/result.ts';
import type { AgentTerminals, TerminalNote, TerminalPlan } from '../../../app/ports/agentTerminals.ts';
import type { Ids } from '../../../app/ports/system.ts';
import {
  terminalNote,
  terminalRequest,
  type TerminalNoteFile,
  type TerminalRequest,
} from '../../../protocol/agents/terminal.ts';
import { startTimeOf } from '../../process/processTable.ts';
import type { Agent, Program } from '../agent.ts';
import { agentEnvironment } from '../agentEnvironment.ts';
import { parseJson } from '../parseJson.ts';
import { unknownAgent, type AgentRegistry } from '../registry.ts';
import { screenVariables } from '../screenVariables.ts';
import { hide, splitEnvironment } from './hidden.ts';

export interface AgentTerminalsOptions {
  readonly registry: AgentRegistry;
  /** The host's environment; a terminal gets what a lane of the agent would get, and what a screen needs. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What MAM adds to it. */
  readonly added: Readonly<Record<string, string>>;
  /** Folder of the `mam` command. */
  readonly bin: string;
  /** Where notes are kept. */
  readonly folder: string;
  /** The program of a terminal, which gets the request as its argument. */
  readonly program: Program;
  /** The setting with the path of an agent's program; null where there is none. */
  readonly pathSetting: (agent: string) => string | null;
  readonly chosenPath: (agent: string) => string;
  readonly ids: Ids;
  readonly watch: (folder: string, onChange: () => void) => Disposable;
}

/** What an editor says of its terminal. */
const editorVariables = ['TERM_PROGRAM', 'TERM_PROGRAM_VERSION'];
/** Folders of the PATH that a sentence names. */
const mostNamed = 8;

/** Opens agents' own screens in terminals, and tells how those stand. */
export function createAgentTerminals(options: AgentTerminalsOptions): AgentTerminals {
  const { registry, folder } = options;
  const environment = (agent: Agent): Record<string, string> => {
    const shown = Object.fromEntries(
      screenVariables.flatMap((name) => (options.env[name] === undefined ? [] : [[name, options.env[name]]])),
    );
    const env = agentEnvironment(agent, registry.allowsAnySignIn(agent), options.env, { ...shown, ...options.added });
    return { TERM: 'xterm-256color', COLORTERM: 'truecolor', ...env };
  };
  /** In front of whatever else is found there. */
  const withMam = (env: Readonly<Record<string, string>>): Record<string, string> => {
    const path = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
    return { ...env, [path]: [options.bin, env[path] ?? ''].join(delimiter) };
  };

  const missing = (agent: Agent, env: Readonly<Record<string, string>>): Problem => {
    const chosen = options.chosenPath(agent.id);
    const setting = options.pathSetting(agent.id) ?? '';
    if (chosen !== '')
      return problem(
        'terminal.wrongPath',
        '{agent} can’t be opened: {setting} names {path}, and there is no program. Set it right, or empty it to look on the PATH.',
        { agent: agent.name, setting, path: chosen },
      );
    const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((one) => isAbsolute(one));
    const named = folders.slice(0, mostNamed).join(', ');
    const params = {
      agent: agent.name,
      names: agent.executables.join(', '),
      folders: folders.length > mostNamed ? `${named}, …` : named,
      setting,
    };
    return setting === ''
      ? problem(
          'terminal.agentMissing',
          '{agent} can’t be opened: there is no program {names} on the PATH ({folders}). Install it, or put its folder on the PATH.',
          params,
        )
      : problem(
          'terminal.agentMissing',
          '{agent} can’t be opened: there is no program {names} on the PATH ({folders}). Install it, or set {setting}.',
          params,
        );
  };

  const noteFile = (id: string): string =>
    join(folder, `${/^[a-z0-9-]+$/.test(id) ? id : `s.${Buffer.from(id).toString('hex')}`}.json`);
  const planned = async (request: TerminalRequest, env: Readonly<Record<string, string>>): Promise<TerminalPlan> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const [run, ...first] = options.program;
    const { plain, hidden } = splitEnvironment(env);
    const whole: TerminalRequest = { ...request, hidden: await hide(folder, hidden) };
    return {
      id: request.id,
      name: request.name,
      program: run,
      args: [...first, JSON.stringify(whole)],
      env: { ...plain, ELECTRON_RUN_AS_NODE: '1' },
    };
  };

  return {
    agents: () => registry.all.filter(({ screen }) => screen !== undefined).map(({ id, name }) => ({ id, name })),
    async isInstalled(id) {
      const agent = registry.find(id);
      return agent !== null && (await registry.locate(agent, environment(agent))).program !== null;
    },
    async plan(id, cwd, shell, words, added) {
      const agent = registry.find(id);
      if (agent === null) return err(unknownAgent(id, registry));
      if (agent.screen === undefined)
        return err(
          problem('terminal.noScreen', '{agent} has no screen of its own that MAM could open. Choose another agent.', {
            agent: agent.name,
          }),
        );
      const located = await registry.locate(agent, environment(agent));
      const { program } = located;
      if (program === null) return err(missing(agent, located.env));
      const env = withMam({ ...located.env, ...added });
      const terminal = options.ids.next();
      const request: TerminalRequest = {
        id: terminal,
        agent: agent.id,
        name: agent.name,
        cwd,
        note: noteFile(terminal),
        argv: [...program, ...agent.screen],
        variables: [...Object.keys(env), ...editorVariables],
        shell,
        words,
      };
      return ok(await planned(request, env));
    },
    planSession({ id, name, argv, cwd, env: given }, shell, words) {
      const env = { TERM: 'xterm-256color', ...given };
      const request: TerminalRequest = {
        id,
        agent: name,
        name,
        cwd,
        note: noteFile(id),
        argv: [...argv],
        variables: Object.keys(env),
        shell,
        words,
        session: true,
      };
      return planned(request, env);
    },
    idOf(args) {
      const request = terminalRequest.safeParse(parseJson(args.at(-1) ?? ''));
      return request.success ? request.data.id : null;
    },
    async notes() {
      const names = await readdir(folder).catch(() => []);
      const notes = await Promise.all(
        names.filter((name) => name.endsWith('.json')).map((name) => readNote(join(folder, name))),
      );
      return notes.filter((note) => note !== null).toSorted((a, b) => a.openedAt.localeCompare(b.openedAt));
    },
    note: (id) => readNote(noteFile(id)),
    forget: (id) => rm(noteFile(id), { force: true }),
    watch: (onChange) => options.watch(folder, onChange),
  };
}

/** Null when it is no note, or none any more. `startTime` tells that of a living process. */
export async function readNote(path: string, startTime = startTimeOf): Promise<TerminalNote | null> {
  const before = await readFacts(path);
  if (before === null) return null;
  const running = await startTime(before.pid);
  // Where the system tells no start times, the pid has to do.
  const alive = before.startTime === null ? running === null && isThere(before.pid) : running === before.startTime;
  // Its last word is written before it ends, which may be after it was read here.
  const facts = alive ? before : await readFacts(path);
  if (facts === null) return null;
  const { startTime: _, ...rest } = facts;
  return { ...rest, alive };
}

async function readFacts(path: string): Promise<TerminalNoteFile | null> {
  const note = terminalNote.safeParse(parseJson(await readFile(path, 'utf8').catch(() => '')));
  return note.success ? note.data : null;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
