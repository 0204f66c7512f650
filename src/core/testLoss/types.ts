/** What a change takes away from the tests. `unread`: nobody could look. */
type TestLossKind = 'deleted' | 'skipped' | 'fewer-tests' | 'fewer-assertions' | 'trivial' | 'unread';

export interface TestLoss {
  readonly path: string;
  readonly kind: TestLossKind;
  /** How many there were at the base and are at the head: tests, skips, assertions, or assertions of nothing. */
  readonly before: number;
  readonly after: number;
  /** Lines of the head that brought it, from 1; empty where something is missing. */
  readonly lines: readonly number[];
}

/** A file that the change touches, as it is at the base and at the head; null where it is not there. */
export interface TestFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}
