import { CompletionItemKind, type CompletionList, type Position } from 'vscode-languageserver/node';
import type { FileTree } from './fileTree.ts';

export interface PathQuestion {
  /** The line on both sides of the cursor. */
  readonly before: string;
  readonly behind: string;
  readonly position: Position;
  readonly root: string;
}

const nothing: CompletionList = { isIncomplete: false, items: [] };

/** Where people write paths: in back-ticks, bare in a Claims bullet, and behind the severity of a finding. */
function typedPath(before: string): string | null {
  const ticks = before.split('`');
  if (ticks.length % 2 === 0) return /^\S*$/.test(ticks.at(-1) ?? '') ? (ticks.at(-1) ?? '') : null;
  const [, bare] =
    /^[-*][ \t]+Claims[ \t]*:.*[,\s]([^\s,`]*)$/i.exec(before) ??
    /^(?:[-*+][ \t]+)?\[(?:blocker|major|minor)\][ \t]+([^\s`:]*)$/i.exec(before) ??
    [];
  return bare ?? null;
}

/** Files and folders of the checkout, one level at a time; the list is asked for again while a folder holds more. */
export async function completePath(question: PathQuestion, files: FileTree): Promise<CompletionList> {
  const typed = typedPath(question.before);
  // What leads out of the repository is no claim, and is not looked at either.
  if (typed === null || typed.startsWith('/') || typed.split('/').includes('..')) return nothing;
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1);
  const { line, character } = question.position;
  const rest = /^[^\s,`:]*/.exec(question.behind)?.[0] ?? '';
  const range = {
    start: { line, character: character - (typed.length - folder.length) },
    end: { line, character: character + rest.length },
  };
  const { names, cut } = await files.list(question.root, folder);
  const items = names.map((one) => {
    const text = one.folder ? `${one.name}/` : one.name;
    return {
      label: text,
      kind: one.folder ? CompletionItemKind.Folder : CompletionItemKind.File,
      filterText: text,
      textEdit: { range, newText: text },
      // A folder is seldom all: what is in it comes next.
      ...(one.folder ? { command: { title: '', command: 'editor.action.triggerSuggest' } } : {}),
    };
  });
  return { isIncomplete: cut, items };
}
