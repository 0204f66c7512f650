import { isoSeconds } from '../base/clock.ts';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Places } from './places.ts';
import type { Files } from './ports/files.ts';
import type { RescueCopy } from './ports/git.ts';

/** What stands before the name of a folder, where copies are named together. */
const mark = 'kept/';
/** More files than anybody reads. */
const mostFiles = 1000;
const mostFolders = 100;

/** Folders of an entry that hold what somebody may want back. */
const parts = [
  ['files', 'Files that no commit can hold'],
  ['git-dir/modules', 'Repositories of submodules'],
] as const;

/** Work that no commit can hold, such as repositories within a worktree: it is kept as files beside the log. */
export interface KeptFolders {
  list(): Promise<readonly RescueCopy[]>;
  /** The files of one, relative to it, and whether there are more. */
  files(copy: RescueCopy): Promise<{ readonly paths: readonly string[]; readonly cut: boolean }>;
  /** Puts one below `root` under a name that nothing has, and answers where that is. */
  putBack(copy: RescueCopy, root: string): Promise<Result<string, Problem>>;
}

export function createKeptFolders(files: Pick<Files, 'list' | 'kind' | 'move'>, { commonDir }: Places): KeptFolders {
  const home = `${commonDir}/mam/kept`;
  return {
    async list() {
      const found: RescueCopy[] = [];
      for (const name of await files.list(home)) {
        const held = await heldIn(`${home}/${name}`);
        if (held === null) continue;
        const ms = Number(/-(\d+)$/.exec(name)?.[1] ?? 0);
        found.push({ name: `${mark}${name}`, commit: '', parent: null, at: isoSeconds(ms), ...held });
      }
      return found;
    },
    async files({ folder = '' }) {
      const paths: string[] = [];
      const waiting = [''];
      for (let at = waiting.shift(); at !== undefined && paths.length < mostFiles; at = waiting.shift())
        for (const name of await files.list(`${folder}/${at}`)) {
          if (name === '.git') continue;
          const isFolder = (await files.kind(`${folder}/${at}${name}`)) === 'folder';
          if (isFolder) waiting.push(`${at}${name}/`);
          else paths.push(`${at}${name}`);
        }
      const cut = paths.length > mostFiles || waiting.length > 0;
      return { paths: paths.slice(0, mostFiles).toSorted(), cut };
    },
    async putBack({ name, folder = '' }, root) {
      const to = await freeFolder(`${root}/rescued-${name.slice(mark.length)}`);
      if (to === null) return err(full(root));
      const moved = await files.move(folder, to);
      if (!moved.ok) return moved;
      // It names an entry that git has let go of, so that nothing in the folder would work with git.
      const gitFile = `${to}/.git`;
      const aside =
        (await files.kind(gitFile)) === 'file' ? await files.move(gitFile, `${folder}-git-file`) : ok(undefined);
      return aside.ok ? ok(to) : aside;
    },
  };

  /** The files come back first, then what is left: commits of submodules may be nowhere else. */
  async function heldIn(entry: string): Promise<Pick<RescueCopy, 'about' | 'folder'> | null> {
    for (const [part, about] of parts) {
      const folder = `${entry}/${part}`;
      if ((await files.kind(folder)) === 'folder' && (await files.list(folder)).length > 0) return { about, folder };
    }
    return null;
  }

  async function freeFolder(wanted: string): Promise<string | null> {
    for (let count = 1; count < mostFolders; count += 1) {
      const path = count === 1 ? wanted : `${wanted}-${count}`;
      if ((await files.kind(path)) === null) return path;
    }
    return null;
  }
}

const full = (folder: string): Problem =>
  problem('rescue.noRoom', 'No name is free for it in {folder}. Move away what was restored before.', { folder });
