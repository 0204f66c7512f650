import { relative } from 'node:path';
import type { Uri } from 'vscode';
import type { App } from '../../app/app.ts';

/** A file of the repository, in whichever of its checkouts. */
export interface RepositoryFile {
  /** Absolute path of the checkout. */
  readonly root: string;
  /** Relative to it, with `/`. */
  readonly path: string;
}

/** Checkouts in which somebody writes. What reviewers and checks look at is thrown away. */
const rootsOf = ({ facts, state }: Pick<App, 'facts' | 'state'>): readonly string[] => [
  facts.controlRoot,
  facts.sourceRoot,
  ...Object.values(state.worktrees)
    .filter(({ purpose }) => purpose === 'write' || purpose === 'person')
    .map(({ path }) => path),
];

/** Null for a file of no checkout; worktrees may lie within the main one, and the innermost counts. */
export function repositoryFile(app: Pick<App, 'facts' | 'state'>, uri: Uri): RepositoryFile | null {
  if (uri.scheme !== 'file') return null;
  const [root] = rootsOf(app)
    .filter((one) => uri.fsPath.startsWith(`${one}/`) || uri.fsPath.startsWith(`${one}\\`))
    .toSorted((a, b) => b.length - a.length);
  if (root === undefined) return null;
  const path = relative(root, uri.fsPath).replaceAll('\\', '/');
  return /^\.(?:git|mam)(?:\/|$)/.test(path) ? null : { root, path };
}
