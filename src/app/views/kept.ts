import { sameValue } from '../../base/sameValue.ts';
import type { SessionLook } from './sessionLooks.ts';
import type { TreeNode } from './treeNode.ts';
import type { Wait } from './waits.ts';

/** What was made of things, each for as long as it and all else that it was made of stay. */
interface Memo<T> {
  get(of: object, parts: readonly unknown[], make: () => T): T;
}

/**
 * What a reader was shown: of many rows nearly all are the same as a moment ago. A thing of the state is never changed, so
 * that its object stands for it.
 */
export interface Kept {
  /** Of a scene. */
  readonly sessions: Memo<readonly SessionLook[]>;
  /** Of a session: as it was in this second, and as long as it says the same. */
  readonly seconds: Memo<SessionLook>;
  readonly looks: Memo<SessionLook>;
  /** Of such a look. */
  readonly rows: Memo<TreeNode>;
  readonly waits: Memo<readonly Wait[]>;
  readonly lines: Memo<string>;
  /** Of a job. */
  readonly jobs: Memo<TreeNode>;
}

export const createKept = (): Kept => ({
  sessions: createMemo(),
  seconds: createMemo(),
  looks: createMemo(),
  rows: createMemo(),
  waits: createMemo(),
  lines: createMemo(),
  jobs: createMemo(),
});

/** What still holds of what was made before; made anew where nobody keeps it. */
export const keep = <T>(memo: Memo<T> | undefined, of: object, parts: readonly unknown[], make: () => T): T =>
  memo === undefined ? make() : memo.get(of, parts, make);

/** It is asked for very often: most of what is compared is the same object, or a list of the same ones. */
const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b)) return sameValue(a, b);
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (!isSame(a[i], b[i])) return false;
  return true;
};

const createMemo = <T>(): Memo<T> => {
  const all = new WeakMap<object, { readonly parts: readonly unknown[]; readonly value: T }>();
  return {
    get(of, parts, make) {
      const known = all.get(of);
      if (known !== undefined && isSame(known.parts, parts)) return known.value;
      const value = make();
      all.set(of, { parts, value });
      return value;
    },
  };
};
