import type { Translate } from '../../base/problem.ts';
import type { OptionSpec, Verb } from '../verb.ts';
import { hidden, verbs } from '../verbs.ts';

/** A verb as a shell has to know it. */
export interface CompletedVerb {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly { readonly name: string; readonly summary: string; readonly takes: Taken }[];
}

/** What an option takes: nothing, a file or folder, or something that no shell can know. */
type Taken = 'nothing' | 'path' | 'value';

/** All verbs that the help shows, from the same table as the parser. */
export async function completedVerbs(t: Translate): Promise<readonly CompletedVerb[]> {
  const names = Object.keys(verbs).filter((name) => !hidden.has(name));
  const loaded = await Promise.all(names.map(async (name) => ({ name, verb: await verbs[name]?.() })));
  return loaded.flatMap(({ name, verb }) => (verb === undefined ? [] : [completed(name, verb, t)]));
}

const completed = (name: string, verb: Verb, t: Translate): CompletedVerb => ({
  name,
  summary: t(verb.summary),
  options: Object.entries({ ...verb.options, help }).map(([option, spec]) => ({
    name: option,
    summary: t(spec.summary),
    takes: taken(spec),
  })),
});

const help: OptionSpec = { kind: 'flag', value: '', summary: 'Show the options of the verb' };

const taken = ({ kind, value }: OptionSpec): Taken => {
  if (kind === 'flag') return 'nothing';
  return /^(?:FILE|DIR|FOLDER|PATH)/.test(value) ? 'path' : 'value';
};
