import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Actor } from '../core/actor.ts';
import type { Command } from '../core/command.ts';
import type { Settings } from '../protocol/settings.ts';
import { worktreesFolder } from './loopOptions.ts';
import type { Places } from './places.ts';
import type { Ports } from './ports.ts';
import type { RescueCopy } from './ports/git.ts';

/** Where rescued work is again: nothing that was there before was touched. */
interface Restored {
  readonly branch: string;
  /** Absolute. */
  readonly path: string;
}

export interface Rescues {
  /** What was kept, the newest first. */
  list(): Promise<Result<readonly RescueCopy[], Problem>>;
  /** One of them by its name, with what it changed; the text is cut after a megabyte. */
  show(
    name: string,
  ): Promise<Result<{ readonly copy: RescueCopy; readonly diff: string; readonly cut: boolean }, Problem>>;
  /** Makes a new branch and a new worktree of one, and waits until they are there. */
  restore(name: string, actor: Actor): Promise<Result<Restored, Problem>>;
}

interface Deps {
  readonly ports: Pick<Ports, 'git'>;
  readonly places: Places;
  readonly settings: () => Settings;
  /** Asks for one effect, and waits for how it ended. */
  readonly settled: (effect: string, command: Command, actor: Actor) => Promise<Result<undefined, Problem>>;
}

const mostDiffBytes = 1024 * 1024;
/** More branches of one copy than anybody makes. */
const mostBranches = 100;

export function createRescues({ ports: { git }, places, settings, settled }: Deps): Rescues {
  const find = async (name: string): Promise<Result<RescueCopy, Problem>> => {
    const listed = await git.listRescues();
    if (!listed.ok) return listed;
    const wanted = name.replace(/^refs\/mam\/rescue\//, '');
    const copy = listed.value.find((one) => one.name === wanted);
    return copy ? ok(copy) : err(unknown(name));
  };

  const freeBranch = async (name: string): Promise<Result<string, Problem>> => {
    for (let count = 1; count < mostBranches; count += 1) {
      const branch = `rescued/${name}${count === 1 ? '' : `-${count}`}`;
      const ref = `refs/heads/${branch}`;
      const found = await git.refs([ref]);
      if (!found.ok) return found;
      if (found.value[ref] === undefined) return ok(branch);
    }
    return err(unknown(name));
  };

  return {
    list: () => git.listRescues(),
    async show(name) {
      const copy = await find(name);
      if (!copy.ok) return copy;
      const { parent, commit } = copy.value;
      if (parent === null) return ok({ copy: copy.value, diff: '', cut: false });
      const diff = await git.diff(parent, commit, mostDiffBytes);
      return diff.ok ? ok({ copy: copy.value, diff: diff.value.text, cut: diff.value.cut }) : diff;
    },
    async restore(name, actor) {
      const copy = await find(name);
      if (!copy.ok) return copy;
      const branch = await freeBranch(copy.value.name);
      if (!branch.ok) return branch;
      const path = `${worktreesFolder(settings(), places.controlRoot)}/${branch.value.replaceAll('/', '-')}`;
      const command = { type: 'createWorktree', path, branch: branch.value, commit: copy.value.commit } as const;
      const made = await settled(`${branch.value}/create`, command, actor);
      return made.ok ? ok({ branch: branch.value, path }) : made;
    },
  };
}

const unknown = (name: string): Problem =>
  problem('rescue.unknown', 'Nothing is kept as {name}. mam rescue lists what is there.', { name });
