import { problem, type Problem } from '../../../base/problem.ts';
import { agentMixSchema } from '../agentMix.ts';
import { autoLoopStateSchema } from '../autoLoopState.ts';
import { leasesSchema } from '../leases.ts';
import { sessionRegistrySchema } from '../sessionRegistry.ts';
import { isDocument, type Document } from './document.ts';

/** What a document of the contract may say, and what the entries of its list may. */
interface Fields {
  readonly top: readonly string[];
  readonly list: string;
  readonly entry: readonly string[];
}

/** The fields of the documents that are taken over, by the name of the file. */
const fieldsOf = {
  'session_registry.json': {
    top: Object.keys(sessionRegistrySchema.shape),
    list: 'sessions',
    entry: Object.keys(sessionRegistrySchema.shape.sessions.element.shape),
  },
  'leases.json': {
    top: Object.keys(leasesSchema.shape),
    list: 'leases',
    entry: Object.keys(leasesSchema.shape.leases.element.shape),
  },
  'agent_mix.json': {
    top: Object.keys(agentMixSchema.shape),
    list: 'ledger',
    entry: Object.keys(agentMixSchema.shape.ledger.element.shape),
  },
  'auto_loop_state.json': {
    top: Object.keys(autoLoopStateSchema.shape),
    list: '',
    entry: [],
  },
} as const satisfies Readonly<Record<string, Fields>>;

export type ForeignDocument = keyof typeof fieldsOf;

/** Fields that a sentence names before it stops, and how much of each. */
const [named, mostName] = [5, 40];

/** Fields that nobody here knows, named in one sentence; null for none. They stay in the kept copy alone. */
export function unknownFields(file: string, name: ForeignDocument, value: unknown): Problem | null {
  const { top, list, entry }: Fields = fieldsOf[name];
  const entries: unknown = isDocument(value) ? value[list] : value;
  const unknown = new Set([
    ...(isDocument(value) ? strangers(value, top) : []),
    ...(Array.isArray(entries) ? entries.filter(isDocument).flatMap((one) => strangers(one, entry)) : []),
  ]);
  if (unknown.size === 0) return null;
  const names = [...unknown].toSorted().map((one) => one.replace(/\s+/g, ' ').slice(0, mostName));
  return problem('import.unknownFields', 'Fields of {file} that MAM does not know and left out: {fields}{more}.', {
    file,
    fields: names.slice(0, named).join(', '),
    more: names.length > named ? ' …' : '',
  });
}

const strangers = (document: Document, known: readonly string[]): readonly string[] =>
  Object.keys(document).filter((key) => !known.includes(key));
