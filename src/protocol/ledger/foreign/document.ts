import { problem, type Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { taskIdForm } from '../../../core/task/taskId.ts';

/** A JSON object of another tool: nothing is known of its fields. */
export type Document = Readonly<Record<string, unknown>>;

export const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a file that another tool wrote; `import.notJson` names it when it is none. */
export function parseDocument(file: string, text: string): Result<unknown, Problem> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return ok(value);
  } catch {
    return err(
      problem('import.notJson', '{file} is no JSON, so nothing was taken over. Mend it, or choose Start Fresh.', {
        file,
      }),
    );
  }
}

export const notObject = (file: string): Problem =>
  problem(
    'import.notObject',
    '{file} holds no JSON object, so nothing was taken over. Mend it, or choose Start Fresh.',
    {
      file,
    },
  );

const notList = (file: string, field: string): Problem =>
  problem(
    'import.notList',
    '“{field}” in {file} is no list, so nothing was taken over. Mend the file, or choose Start Fresh.',
    { file, field },
  );

/** Whether a document says a version that is an integer; anything else is as if it said none. */
export const versionOf = (document: Document): number | null => {
  const version = document['schema_version'];
  return typeof version === 'number' && Number.isInteger(version) ? version : null;
};

const versionUnclear = (file: string): Problem =>
  problem(
    'import.version',
    '“schema_version” in {file} is no whole number, so nothing was taken over. Mend the file, or choose Start Fresh.',
    { file },
  );

/**
 * `import.newer` when a document is of a form that nobody here knows, and `import.version` when it says a version that is
 * no integer. With `lenient`, one that is no number above the newest either counts as if the document said none.
 */
export function refuseVersion(
  file: string,
  document: Document,
  newest: number,
  lenient: 'lenient' | 'strict' = 'strict',
): Problem | null {
  const said = document['schema_version'];
  const version = versionOf(document) ?? (lenient === 'lenient' && typeof said === 'string' ? Number(said) : null);
  if (version === null && lenient === 'strict' && said !== undefined && said !== null) return versionUnclear(file);
  return version === null || !(version > newest)
    ? null
    : problem(
        'import.newer',
        '{file} has version {version}, and MAM reads up to version {newest}. Update MAM, or choose Start Fresh.',
        { file, version, newest },
      );
}

/** A field that is a list; missing counts as empty. */
export function listIn(file: string, document: Document, field: string): Result<readonly unknown[], Problem> {
  const value = document[field];
  if (value === undefined || value === null) return ok([]);
  return Array.isArray(value) ? ok(value) : err(notList(file, field));
}

const mostText = 200;

/** A line of text; null for anything else and for nothing. */
export const lineIn = (document: Document, field: string): string | null => {
  const value = document[field];
  if (typeof value !== 'string') return null;
  const line = value.replace(/\s+/g, ' ').trim().slice(0, mostText);
  return line === '' ? null : line;
};

/** The id of a task; null for anything else. */
export const taskIn = (document: Document, field: string): string | null => {
  const value = document[field];
  return isTaskId(value) ? value : null;
};

export const isTaskId = (value: unknown): value is string => typeof value === 'string' && taskIdForm.test(value);
