import { existsProblem } from '../../src/adapters/files/errors.ts';
import type { Files } from '../../src/app/ports/files.ts';
import type { Problem } from '../../src/base/problem.ts';
import { problem } from '../../src/base/problem.ts';
import { err, ok } from '../../src/base/result.ts';

export interface MemoryFiles extends Files {
  /** Every file by its path, with `/` between the parts. */
  readonly texts: Map<string, string>;
  /** Paths in the order in which they were written or appended to. */
  readonly written: string[];
  /** What reading and writing of a path fails with from now on. */
  readonly broken: Map<string, Problem>;
  /** Where links lead. */
  readonly links: Map<string, string>;
  /** Files on which another process holds a lock. */
  readonly locked: Set<string>;
  /** When files were changed, in milliseconds since the epoch; all others in 2100. */
  readonly changed: Map<string, number>;
  /** Changes a file as another program would: watchers hear of it, `written` doesn't. */
  edit(path: string, text: string | null): void;
}

/** Files in a map. Watchers are told after the current turn, as the real ones are. */
export function createMemoryFiles(initial: Readonly<Record<string, string>> = {}): MemoryFiles {
  const texts = new Map(Object.entries(initial));
  const broken = new Map<string, Problem>();
  const written: string[] = [];
  const links = new Map<string, string>();
  const changed = new Map<string, number>();
  const locked = new Set<string>();
  const watchers = new Set<{ readonly path: string; readonly onChange: () => void }>();

  const announce = (path: string): void => {
    for (const watcher of watchers)
      if (watcher.path === path || path.startsWith(`${watcher.path}/`))
        queueMicrotask(() => watchers.has(watcher) && watcher.onChange());
  };
  const put = (path: string, text: string): void => {
    texts.set(path, text);
    written.push(path);
    announce(path);
  };

  /** What is below a folder; null for nothing. */
  const sealOf = (path: string): string | null => {
    const below = [...texts].filter(([one]) => one.startsWith(`${path}/`)).toSorted();
    return below.length === 0 ? null : JSON.stringify(below);
  };

  const kind: Files['kind'] = async (path) => {
    if (texts.has(path)) return 'file';
    return [...texts.keys()].some((one) => one.startsWith(`${path}/`)) ? 'folder' : null;
  };

  const watching: Files['watch'] = (path, onChange) => {
    const watcher = { path, onChange };
    watchers.add(watcher);
    return { dispose: () => void watchers.delete(watcher) };
  };

  return {
    texts,
    written,
    broken,
    links,
    locked,
    changed,
    edit(path, text) {
      if (text === null) texts.delete(path);
      else texts.set(path, text);
      announce(path);
    },
    async read(path) {
      const failure = broken.get(path);
      return failure ? err(failure) : ok(texts.get(path) ?? null);
    },
    async write(path, text) {
      const failure = broken.get(path);
      if (failure) return err(failure);
      put(path, text);
      return ok(undefined);
    },
    async replace(path, before, text) {
      const failure = broken.get(path);
      if (failure) return err(failure);
      if ((texts.get(path) ?? null) !== before) return ok(false);
      put(path, text);
      return ok(true);
    },
    async appendLines(path, lines) {
      const failure = broken.get(path);
      if (failure) return err(failure);
      const before = texts.get(path) ?? '';
      const whole = before.slice(0, before.lastIndexOf('\n') + 1);
      put(path, whole + lines.map((line) => `${line}\n`).join(''));
      return ok(undefined);
    },
    async lastLine(path) {
      const failure = broken.get(path);
      if (failure) return err(failure);
      const text = texts.get(path) ?? '';
      return ok(
        text
          .slice(0, text.lastIndexOf('\n') + 1)
          .split('\n')
          .at(-2) ?? null,
      );
    },
    async real(path) {
      return links.get(path) ?? ((await kind(path)) === null ? null : path);
    },
    async version(path) {
      return texts.get(path) ?? null;
    },
    kind,
    async changedAt(path) {
      const held = [...texts.keys()].filter((one) => one === path || one.startsWith(`${path}/`));
      return held.length === 0 ? null : Math.max(...held.map((one) => changed.get(one) ?? Date.UTC(2100)));
    },
    async list(folder) {
      const start = `${folder}/`;
      const names = [...texts.keys()].filter((path) => path.startsWith(start)).map((path) => path.slice(start.length));
      return [...new Set(names.map((name) => name.split('/')[0]!))].toSorted();
    },
    async move(from, to) {
      const moved = [...texts.keys()].filter((path) => path === from || path.startsWith(`${from}/`));
      if (moved.length === 0)
        return err(problem('files.missing', 'Can’t move {path}: it does not exist.', { path: from }));
      if ([...texts.keys()].some((path) => path === to || path.startsWith(`${to}/`))) return err(existsProblem(to));
      for (const path of moved) {
        put(to + path.slice(from.length), texts.get(path)!);
        texts.delete(path);
        announce(path);
      }
      return ok(undefined);
    },
    async remove(path) {
      if (texts.delete(path)) announce(path);
      return ok(undefined);
    },
    async sealFolder(path) {
      return sealOf(path);
    },
    async clearFolder(path, seal) {
      const failure = broken.get(path);
      if (failure) return err(failure);
      const found = sealOf(path);
      if (found === null) return ok('cleared');
      if (found !== seal) return ok('kept');
      for (const one of texts.keys()) if (one.startsWith(`${path}/`)) texts.delete(one);
      return ok('cleared');
    },
    async isLocked(path) {
      return locked.has(path);
    },
    watch: watching,
    watchTree: watching,
  };
}
