import { Uri } from 'vscode';
import type { Run } from '../../core/loop/types.ts';
import type { LineComment } from '../../protocol/packetNotes.ts';
import { gitScheme } from '../ids.ts';

/** One file of one commit, as the packet of a run shows it. */
export interface CommitDocument {
  readonly commit: string;
  readonly path: string;
  readonly run: string;
}

/** The path stays in front, so that the editor picks the language. */
export const commitUri = ({ commit, path, run }: CommitDocument): Uri =>
  Uri.from({ scheme: gitScheme, path: `/${path}`, query: new URLSearchParams({ commit, run }).toString() });

export const readCommitUri = (uri: Uri): CommitDocument | null => {
  if (uri.scheme !== gitScheme) return null;
  const query = new URLSearchParams(uri.query);
  const [commit, run] = [query.get('commit'), query.get('run')];
  return commit === null || run === null ? null : { commit, run, path: uri.path.replace(/^\//, '') };
};

/** Which side of a run's change a document shows; null for what it no longer shows. */
export const sideOf = (run: Run | undefined, { commit }: CommitDocument): LineComment['side'] | null => {
  if (run === undefined) return null;
  if (commit === run.change?.head) return 'new';
  return commit === run.base?.commit ? 'old' : null;
};

/** Both sides of one file of a change; null for a file that it does not touch. */
export const sidesOf = (run: Run, path: string): { readonly old: Uri; readonly new: Uri } | null => {
  const { base, change } = run;
  if (base === null || change === null || !change.files.some((file) => file.path === path)) return null;
  return {
    old: commitUri({ commit: base.commit, path, run: run.id }),
    new: commitUri({ commit: change.head, path, run: run.id }),
  };
};
