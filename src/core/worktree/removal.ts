import { commandLine } from '../../base/shellWord.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { AgentSession } from '../agentSession/types.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { isWorking } from '../loop/phases.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { forbidden } from './setUp.ts';
import { losses } from './losses.ts';
import type { CleanUpWish, WorktreeSight } from './types.ts';

/** What a person allowed when they asked for a removal. */
export interface RemovalWish {
  /** What only the worktree holds may be kept elsewhere, and the worktree go. */
  readonly rescue: boolean;
  /** Sessions that live in it are stopped by whoever asks, before it is removed. */
  readonly stop: boolean;
  /** Bytes of a copy from which on a person is asked first; null when they said that any size is right. */
  readonly mostBytes: number | null;
  /** What is run in it first; `allowed`: commands that a setting of the person allows. */
  readonly cleanUp?: CleanUpWish & { readonly allowed: readonly (readonly string[])[] };
}

/** Sessions that live in a folder or below it. */
export const sessionsIn = ({ agentSessions }: Pick<State, 'agentSessions'>, path: string): readonly AgentSession[] =>
  Object.values(agentSessions).filter(({ ended, cwd }) => !ended && isBelow(cwd, path));

/** What speaks against a removal, by what a person can do about it. */
export interface RemovalConcerns {
  /** What has to end first, whatever a person agrees to. */
  readonly refused: readonly Problem[];
  /** They would have to be stopped. */
  readonly sessions: readonly AgentSession[];
  /** Gone with the worktree unless a copy is kept. */
  readonly losses: readonly Problem[];
  /** A copy would be larger than the settings let pass without a question. */
  readonly tooLarge: Problem | null;
  /** Clean-up commands that nobody allowed yet. */
  readonly asks: readonly (readonly string[])[];
}

export function removalConcerns(
  state: State,
  sight: WorktreeSight,
  { mostBytes, cleanUp }: Pick<RemovalWish, 'mostBytes' | 'cleanUp'>,
): RemovalConcerns {
  return {
    refused: [...ofGit(sight), ...ofWork(state, sight.path)],
    sessions: sessionsIn(state, sight.path),
    losses: losses(sight),
    tooLarge: mostBytes !== null && sight.bytes > mostBytes ? tooLarge(sight, mostBytes) : null,
    asks: cleanUp === undefined ? [] : forbidden(state, cleanUp.allowed, cleanUp),
  };
}

/** Everything that speaks against removing a worktree now, the most certain first; empty when it may go. */
export function removalBlockers(state: State, sight: WorktreeSight, wish: RemovalWish): readonly Problem[] {
  const concerns = removalConcerns(state, sight, wish);
  const copy = concerns.tooLarge === null ? [] : [concerns.tooLarge];
  return [
    ...concerns.refused,
    ...(wish.stop ? [] : concerns.sessions.map(livesThere)),
    ...(wish.rescue ? copy : concerns.losses),
    ...concerns.asks.map((argv) => asksFirst(sight, argv)),
  ];
}

/** Removals that people asked for and that have not come to their end. */
export const removalsUnderWay = ({
  effects,
}: Pick<State, 'effects'>): readonly { readonly worktree: string; readonly path: string }[] =>
  Object.values(effects).flatMap(({ effect }) =>
    effect.kind === 'removeWorktree' && effect.run === null ? [{ worktree: effect.worktree, path: effect.path }] : [],
  );

/** Asks for the removal of a worktree that nothing speaks against. */
export function removeWorktree(
  state: State,
  { worktree, sight, wish }: Extract<Command, { type: 'removeWorktree' }>,
  { at }: Pick<Context, 'at'>,
): Result<readonly DomainEvent[], Problem> {
  // Whoever asked has stopped its sessions by now.
  const [first] = removalBlockers(state, sight, { ...wish, stop: false });
  if (first) return err(first);
  const id = `${worktree}/remove`;
  if (state.effects[id]) return ok([]);
  // Two removals of one name may fall into one second; no two of them find the log at the same length.
  const keep = `${inRef(worktree)}-${at.replaceAll(/\D/g, '').slice(0, 14)}-${state.seq}`;
  const wasReady = state.worktrees[worktree]?.state === 'ready';
  const begun = `${worktree}/create`;
  return ok([
    // One that was never finished is not to be finished meanwhile.
    ...(state.effects[begun] ? [{ type: 'effectSettled', effect: begun, problem: undone(worktree) } as const] : []),
    ...(state.worktrees[worktree] ? [{ type: 'worktreeChanged', worktree, state: 'removing' } as const] : []),
    {
      type: 'effectRequested',
      effect: { kind: 'removeWorktree', id, run: null, worktree, path: sight.path, keep, wasReady, ...cleanUpOf(wish) },
    },
  ]);
}

const cleanUpOf = ({ cleanUp }: RemovalWish): { readonly cleanUp?: CleanUpWish } =>
  cleanUp === undefined || cleanUp.commands.length === 0
    ? {}
    : { cleanUp: { commands: cleanUp.commands, timeoutMs: cleanUp.timeoutMs } };

const undone = (worktree: string): Problem =>
  problem('worktree.undone', 'The worktree {worktree} is not made, since a person undid it.', { worktree });

/** As a part of a ref's name: what git refuses there becomes a dash. */
const inRef = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{N}._/-]|\.\.|@\{/gu, '-').replaceAll(/(^|\/)[.-]+|\/{2,}/g, '$1');

function ofGit({ path, locked, folder, operation, nested }: WorktreeSight): Problem[] {
  const found: Problem[] = nested.map((one) => holdsWorktree(path, one));
  if (locked !== null)
    found.push(
      problem(
        'worktree.lockedBy',
        'The worktree {path} is locked: {reason}. When it is no longer needed, run git worktree unlock in it.',
        { path, reason: locked || '-' },
      ),
    );
  if (folder === 'broken')
    found.push(
      problem(
        'worktree.broken',
        'The folder {path} is not the worktree that git lists there. Mend it with git worktree repair, or move the folder away.',
        { path },
      ),
    );
  if (operation !== null)
    found.push(
      problem(
        'worktree.midOperation',
        'A {operation} is under way in {path}. End it with git {operation} --continue or --abort first.',
        { path, operation },
      ),
    );
  return found;
}

/** Work of MAM itself: a run looks after its own worktrees; a named loop and a job count on their place. */
function ofWork(state: State, path: string): readonly Problem[] {
  const runs = Object.values(state.worktrees).flatMap((worktree) => {
    const run = worktree.path === path && worktree.run !== null ? state.runs[worktree.run] : undefined;
    return run && run.phase !== 'ended' ? [run.task.id] : [];
  });
  const loops = Object.values(state.runs).filter(
    (run) => run.phase !== 'ended' && run.options.source !== undefined && isBelow(run.options.source.path, path),
  );
  const jobs = Object.values(state.delegations).filter(
    ({ status, workdir, session }) =>
      (status === 'pending' || status === 'running') &&
      (isBelow(workdir, path) || isBelow(state.agentSessions[session]?.cwd ?? '', path)),
  );
  return [
    ...runs.map((task) =>
      problem(
        'worktree.ofRun',
        'The worktree {path} belongs to the run of {task}, which removes it itself. Stop the loop, or abandon the task first.',
        { path, task },
      ),
    ),
    ...loops.map((run) => ofLoop(state, run, path)),
    ...jobs.map(({ id }) =>
      problem(
        'worktree.ofJob',
        'The job {job} still works in {path}. Wait for it, or cancel it with mam job cancel {job}.',
        { job: id, path },
      ),
    ),
  ];
}

/** A loop needs its checkout until its run is decided, also while it is stopped or waits for a person. */
function ofLoop(state: State, run: Run, path: string): Problem {
  const params = { path, task: run.task.id, loop: run.loop };
  return isWorking(state, run)
    ? problem(
        'worktree.ofLoop',
        'The loop on {task} works in {path}. Wait for its end, or stop it with mam stop --loop {loop}.',
        params,
      )
    : problem(
        'worktree.loopWaits',
        'The loop {loop} on {task} is not decided yet and goes on in {path}. Decide it, or give it up with mam abandon {task}.',
        params,
      );
}
const asksFirst = ({ path }: WorktreeSight, argv: readonly string[]): Problem =>
  problem(
    'worktree.cleanUpAsks',
    'The clean-up command {command} is to run before {path} goes, and nobody allowed it yet. Add --allow to allow it once for all, or --skip-clean-up.',
    { path, command: commandLine(argv) },
  );

const livesThere = ({ name, cwd }: AgentSession): Problem =>
  problem(
    'worktree.inUse',
    'The session {session} runs in {path}. Stop it with mam session stop {session}, or add --stop.',
    { session: name, path: cwd },
  );

const megabyte = 1024 * 1024;

const tooLarge = ({ path, bytes }: WorktreeSight, most: number): Problem =>
  problem(
    'worktree.rescueTooLarge',
    'A copy of what only {path} holds takes {size} MB, more than the {most} MB of mam.worktrees.rescueMegabytes. Delete what can be made again, or add --any-size.',
    { path, size: Math.ceil(bytes / megabyte), most: Math.floor(most / megabyte) },
  );

/** `path` holds another worktree. */
export const holdsWorktree = (path: string, nested: string): Problem =>
  problem(
    'worktree.holdsWorktree',
    'The worktree {nested} lies in {path} and would go with it. Remove that one first, or move it with git worktree move.',
    { path, nested },
  );

/** A run's worktree holds more than is copied unasked. It stays until somebody says what is to become of it. */
export const rescueAsks = (path: string, bytes: number, most: number): Problem =>
  problem(
    'worktree.rescueAsks',
    '{path} stays, since a copy of what only it holds takes {size} MB, more than the {most} MB of mam.worktrees.rescueMegabytes. Delete what can be made again, or keep all of it with {command}.',
    {
      path,
      size: Math.ceil(bytes / megabyte),
      most: Math.floor(most / megabyte),
      command: commandLine(['mam', 'worktree', 'remove', path, '--rescue', '--any-size']),
    },
  );

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`);
