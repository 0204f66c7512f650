import type { Disposable } from '../../base/disposable.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';

/** Files below the control root, by absolute path. Contract suite: test/contract/files. */
export interface Files {
  /** Null when there is none; a problem when it can't be read. */
  read(path: string): Promise<Result<string | null, Problem>>;
  /** Temp file, fsync, rename: readers see the old or the new text, never a part. */
  write(path: string, text: string): Promise<Result<void, Problem>>;
  /** Appends at the offset that ends the last whole line; a torn tail is cut back first. */
  appendLines(path: string, lines: readonly string[]): Promise<Result<void, Problem>>;
  /** The last whole line, read from the end of the file; null for none. */
  lastLine(path: string): Promise<Result<string | null, Problem>>;
  /** Names in a folder, sorted; empty when there is none. */
  list(folder: string): Promise<readonly string[]>;
  /** What is there, links followed; null for nothing. */
  kind(path: string): Promise<'file' | 'folder' | null>;
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
  /** Announces changes anywhere below a folder, except in `.git`, `node_modules` and the folders `except`; late and in bursts. */
  watchTree(folder: string, onChange: () => void, except?: readonly string[]): Disposable;
  /** Announces that a file or something in a folder may have changed. */
  watch(path: string, onChange: () => void): Disposable;
}

/** One way in for facts from agents, hooks and scripts: files renamed into a flat folder. */
export interface Spool extends Disposable {
  /**
   * Starts handing whole files to `take`, in the order of their names. A file is moved aside only after `take` resolved;
   * it stays for the next scan when `take` answered `later`, and is kept as refused when `take` rejected. Resolves when
   * what was there at the start was looked through, whatever became of it.
   */
  start(take: (name: string, text: string) => Promise<void | 'later'>): Promise<void>;
}
