import type { Disposable } from '../../base/disposable.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { SealedFolders } from './sealedFolders.ts';

/** Files below the control root, by absolute path. Contract suite: test/contract/files. */
export interface Files extends SealedFolders {
  /** Null when there is none; a problem when it can't be read. */
  read(path: string): Promise<Result<string | null, Problem>>;
  /**
   * Temp file, fsync, rename: readers see the old or the new text, never a part. With `user` nobody else of the machine
   * can read it.
   */
  write(path: string, text: string, readers?: 'user'): Promise<Result<void, Problem>>;
  /**
   * The same for a file that still holds exactly `before`, null for none, keeping its permissions; false, and nothing is
   * changed, where it holds something else by now.
   */
  replace(path: string, before: string | null, text: string): Promise<Result<boolean, Problem>>;
  /** Appends at the offset that ends the last whole line; a torn tail is cut back first. */
  appendLines(path: string, lines: readonly string[]): Promise<Result<void, Problem>>;
  /** The last whole line, read from the end of the file; null for none. */
  lastLine(path: string): Promise<Result<string | null, Problem>>;
  /** Names in a folder, sorted; empty when there is none. */
  list(folder: string): Promise<readonly string[]>;
  /** What is there, links followed; null for nothing. */
  kind(path: string): Promise<'file' | 'folder' | null>;
  /**
   * When a file was written or put into its place, in milliseconds since the epoch; of a folder that of the newest file
   * below it. Null where there is no file.
   */
  changedAt(path: string): Promise<number | null>;
  /**
   * Tells one content of a file from another without reading it: the same text means that nothing changed. Null when it
   * can't be told, as right after a change, and when there is no file.
   */
  version(path: string): Promise<string | null>;
  /** Where a path leads, links followed, with `/` between the parts; null when nothing is there. */
  real(path: string): Promise<string | null>;
  /** Whether a process holds an advisory lock on the file; false where the system doesn't tell. */
  isLocked(path: string): Promise<boolean>;
  /** Moves a file or folder; used to put something aside, never to delete. */
  move(from: string, to: string): Promise<Result<void, Problem>>;
  /** Takes away one file that MAM itself wrote and that holds what nobody may keep. One that is not there is no problem. */
  remove(path: string): Promise<Result<void, Problem>>;
  /** Announces changes anywhere below a folder, except in `.git`, `node_modules` and the folders `except`; late and in bursts. */
  watchTree(folder: string, onChange: () => void, except?: readonly string[]): Disposable;
  /** Announces that a file or something in a folder may have changed. */
  watch(path: string, onChange: () => void): Disposable;
}

/** A file that was handed in. */
export interface SpoolFile {
  readonly name: string;
  /** Rises with the time at which files of one sender were written; the same each time that a file is looked at. */
  readonly order: string;
}

/** One way in for facts from agents, hooks and scripts: files renamed into a flat folder. */
export interface Spool extends Disposable {
  /**
   * Starts handing whole files to `take`, in their order. A file is moved aside only after `take` resolved;
   * it stays for the next scan when `take` answered `later`, and is kept as refused when `take` rejected. Resolves when
   * what was there at the start was looked through, whatever became of it.
   */
  start(take: (file: SpoolFile, text: string) => Promise<void | 'later'>): Promise<void>;
}
