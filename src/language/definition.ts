import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Location, Position } from 'vscode-languageserver/node';
import { linkedPlan, planNamed } from '../protocol/plan.ts';
import type { Queue } from '../protocol/queue.ts';
import type { QueueEntry } from '../protocol/queueEntry.ts';
import type { FileTree } from './fileTree.ts';
import { lineText } from './lines.ts';
import { plansFolder, queuePath, uriOf, type Place } from './place.ts';
import { taskIdAt } from './taskIds.ts';

const locationOf = (root: string, path: string, line = 1): Location => ({
  uri: uriOf(root, path),
  range: { start: { line: line - 1, character: 0 }, end: { line: line - 1, character: 0 } },
});

/** The names in docs/plans, asked for once however many tasks there are. */
async function planNames(root: string, files: FileTree): Promise<readonly string[]> {
  const { names } = await files.list(root, plansFolder);
  return names.filter(({ folder }) => !folder).map(({ name }) => name);
}

/** A task's plan, below the root: the one that its text links to first, if it is there, else the first that bears its id. */
async function planOf(
  entry: QueueEntry,
  names: readonly string[],
  root: string,
  files: FileTree,
): Promise<string | null> {
  const linked = linkedPlan(entry.body);
  if (linked !== null && (await files.isFile(root, linked))) return linked;
  const name = planNamed(entry.id, names);
  return name === null ? null : `${plansFolder}/${name}`;
}

export interface Question {
  readonly document: TextDocument;
  readonly position: Position;
  readonly place: Place;
  readonly queue: Queue;
}

/**
 * Where the thing at the position is told of: from a task's own entry its plan, from any other mention of a task its
 * entry, and from the first line of a plan the tasks that it is the plan of.
 */
export async function definitionAt(question: Question, files: FileTree): Promise<Location[]> {
  const { document, position, place, queue } = question;
  const { root } = place;
  const found = taskIdAt(lineText(document, position.line), position.character);
  const own = place.kind === 'queue' ? queue.entries.find(({ line }) => line === position.line + 1) : undefined;
  if (own && (found === undefined || found.id === own.id)) {
    const plan = await planOf(own, await planNames(root, files), root, files);
    return plan === null ? [] : [locationOf(root, plan)];
  }
  const named = found && queue.entries.find(({ id }) => id === found.id);
  if (named) return [locationOf(root, queuePath, named.line)];
  if (place.kind !== 'plan' || position.line > 0) return [];
  const names = await planNames(root, files);
  const plans = await Promise.all(queue.entries.map((entry) => planOf(entry, names, root, files)));
  return queue.entries
    .filter((_, index) => plans[index] === place.path)
    .map(({ line }) => locationOf(root, queuePath, line));
}
