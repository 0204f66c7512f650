import type { Translate } from '../../base/problem.ts';
import type { OptionSpec, Verb, Words } from '../verb.ts';
import { hidden, verbs } from '../verbs.ts';

/** A verb as a shell has to know it. */
export interface CompletedVerb {
  readonly name: string;
  readonly summary: string;
  /** What stands behind it. */
  readonly takes: Taken;
  readonly options: readonly { readonly name: string; readonly summary: string; readonly takes: Taken }[];
}

/** What is offered: nothing at all, or for a value files and folders, tasks of the queue, some words, or what no shell can know. */
export type Taken = 'nothing' | 'path' | 'task' | 'value' | readonly string[];

/** All verbs that the help shows, from the same table as the parser. */
export async function completedVerbs(t: Translate): Promise<readonly CompletedVerb[]> {
  const { createRegistry } = await import('../../adapters/agents/registry.ts');
  const agents = createRegistry({ rehearsalProgram: [''] }).all.map(({ id }) => id);
  const names = Object.keys(verbs).filter((name) => !hidden.has(name));
  const loaded = await Promise.all(names.map(async (name) => ({ name, verb: await verbs[name]?.() })));
  return loaded.flatMap(({ name, verb }) => (verb === undefined ? [] : [completed(name, verb, { t, agents })]));
}

interface Known {
  readonly t: Translate;
  readonly agents: readonly string[];
}

const completed = (name: string, verb: Verb, { t, agents }: Known): CompletedVerb => ({
  name,
  summary: t(verb.summary),
  takes: verb.positional === '' ? 'value' : taken(verb.positional, wordsOf(verb.words, agents)),
  options: Object.entries<OptionSpec>({ ...verb.options, help }).map(([option, { kind, value, summary, words }]) => ({
    name: option,
    summary: t(summary),
    takes: kind === 'flag' ? 'nothing' : taken(value, wordsOf(words, agents)),
  })),
});

const help: OptionSpec = { kind: 'flag', value: '', summary: 'Show the options of the verb' };

const wordsOf = (words: Words | undefined, agents: readonly string[]): readonly string[] | undefined =>
  words === 'agents' ? agents : words;

/** What the help writes for a value says what it is: FILE, T for a task, or the words themselves in small letters. */
function taken(value: string, words: readonly string[] | undefined): Taken {
  if (words !== undefined) return words;
  if (/^\[?(?:FILE|DIR|FOLDER|PATH)/.test(value)) return 'path';
  if (/^\[?T\]?$/.test(value)) return 'task';
  return /^[a-z-]+(?:\|[a-z-]+)*$/.test(value) ? value.split('|') : 'value';
}
