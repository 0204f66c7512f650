import type * as sqlite from 'node:sqlite';
import type { Problem } from '../../base/problem.ts';
import { problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import { err, ok } from '../../base/result.ts';

export type Sqlite = typeof sqlite;

/** The SQLite that comes with Node, loaded when it is first needed; `store.noSqlite` where this Node has none. */
export function loadSqlite(): Result<Sqlite, Problem> {
  const found = withoutSqliteWarning(() => process.getBuiltinModule?.('node:sqlite'));
  if (found) return ok(found);
  return err(
    problem(
      'store.noSqlite',
      'MAM keeps its log in SQLite, which Node {version} doesn’t have. Use Node 22.13 or newer.',
      {
        version: process.versions.node,
      },
    ),
  );
}

/**
 * Node 22 warns that its SQLite is experimental as soon as it is loaded; agents and scripts read our standard error, so
 * that one line is left out. Loading is synchronous: no other code's warning can be hit.
 */
function withoutSqliteWarning<T>(load: () => T): T {
  const before = Object.getOwnPropertyDescriptor(process, 'emitWarning');
  const emit = process.emitWarning.bind(process);
  process.emitWarning = (...args: unknown[]) => {
    if (!String(args[0]).startsWith('SQLite')) Reflect.apply(emit, null, args);
  };
  try {
    return load();
  } finally {
    if (before) Object.defineProperty(process, 'emitWarning', before);
    else Reflect.deleteProperty(process, 'emitWarning');
  }
}
