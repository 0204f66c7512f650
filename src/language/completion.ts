import type { TextDocument } from 'vscode-languageserver-textdocument';
import {
  CompletionItemKind,
  type CompletionItem,
  type CompletionList,
  type Position,
} from 'vscode-languageserver/node';
import { taskStatuses } from '../core/task/statuses.ts';
import { topologies } from '../core/topology/presets.ts';
import { nextTaskId } from '../protocol/newTask.ts';
import type { Queue } from '../protocol/queue.ts';
import type { FileTree } from './fileTree.ts';
import { lineText } from './lines.ts';
import { completePath } from './pathCompletion.ts';
import type { Place } from './place.ts';

const priorities = Array.from({ length: 10 }, (_, digit) => `P${digit}`);

/** The bullet up to the cursor: label, white space, an opening back-tick, what is typed of the value. */
const bullet = /^[-*][ \t]+(Status|Priority|Owner role)[ \t]*:([ \t]*)(`?)([\w /]*)$/i;
const heading = /^##[ \t]+(T-[\d-]*)?$/;
const taskId = /(?<![\w-])T-[\d-]*$/;

export interface CompletionQuestion {
  readonly document: TextDocument;
  readonly position: Position;
  readonly place: Place;
  readonly queue: Queue;
  /** The seats of the present topology; empty while nobody knows them. */
  readonly roles: readonly string[];
  /** For the id of a new task. */
  readonly year: number;
}

/** What may stand at the cursor: the values of a field, ids of tasks, or paths of the repository. */
export async function completionsAt(question: CompletionQuestion, files: FileTree): Promise<CompletionList> {
  const { document, position, place } = question;
  const text = lineText(document, position.line);
  const before = text.slice(0, position.character);
  const behind = text.slice(position.character);
  const inQueue = place.kind === 'queue';
  const values = inQueue ? fieldValues(question, before, behind) : null;
  if (values !== null) return complete(values);
  if (inQueue && heading.test(before)) return complete(newId(question, before, behind));
  const id = taskId.exec(before)?.[0];
  if (id !== undefined) return complete(ids(question, id, behind));
  return completePath({ before, behind, position, root: place.root }, files);
}

const complete = (items: CompletionItem[]): CompletionList => ({ isIncomplete: false, items });

/** From where the typed part begins to where the word behind the cursor ends. */
const rangeOf = ({ line, character }: Position, typed: string, rest: string) => ({
  start: { line, character: character - typed.length },
  end: { line, character: character + rest.length },
});

function fieldValues(
  { position, roles: present }: CompletionQuestion,
  before: string,
  behind: string,
): CompletionItem[] | null {
  const [, label = '', space = '', tick = '', typed = ''] = bullet.exec(before) ?? [];
  const roles = present.length > 0 ? present : namesOfRoles();
  const choices = new Map<string, readonly string[]>([
    ['status', taskStatuses],
    ['priority', priorities],
    ['owner role', roles],
  ]).get(label.toLowerCase());
  // Only a role has spaces and slashes in it.
  if (!choices || (choices !== roles && !/^\w*$/.test(typed))) return null;
  const rest = /^[\w /]*/.exec(behind)?.[0] ?? '';
  const range = rangeOf(position, typed, choices === roles ? rest : (/^\w*/.exec(rest)?.[0] ?? ''));
  // Right behind the colon the space comes with the value.
  const gap = space === '' && tick === '' ? ' ' : '';
  return choices.map((value, order) => ({
    label: value,
    kind: CompletionItemKind.EnumMember,
    sortText: String(order),
    filterText: value,
    textEdit: { range, newText: gap + value },
  }));
}

const namesOfRoles = (): readonly string[] => [
  ...new Set(topologies.flatMap(({ roles }) => roles.map(({ name }) => name))),
];

/** The next free id for a heading that is being written. */
function newId({ document, position, year }: CompletionQuestion, before: string, behind: string): CompletionItem[] {
  const typed = heading.exec(before)?.[1] ?? '';
  const rest = /^[\d-]*/.exec(behind)?.[0] ?? '';
  // The id that is being written is not taken yet.
  const start = document.offsetAt({ line: position.line, character: position.character - typed.length });
  const text = document.getText();
  const id = nextTaskId(text.slice(0, start) + text.slice(start + typed.length + rest.length), year);
  const dash = /^\s*[-–—]/.test(behind.slice(rest.length)) ? '' : ' - ';
  return [
    {
      label: id,
      kind: CompletionItemKind.Event,
      filterText: id,
      textEdit: { range: rangeOf(position, typed, rest), newText: id + dash },
    },
  ];
}

const ids = ({ position, queue }: CompletionQuestion, typed: string, behind: string): CompletionItem[] =>
  queue.entries.map(({ id, title }) => ({
    label: id,
    detail: title,
    kind: CompletionItemKind.Event,
    filterText: id,
    textEdit: { range: rangeOf(position, typed, /^[\d-]*/.exec(behind)?.[0] ?? ''), newText: id },
  }));
