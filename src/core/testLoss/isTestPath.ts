const folder = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testdata)\//i;
const name =
  /(?:[._-](?:test|spec)s?\.[^/]+|(?:^|\/)test_[^/]+\.py|(?:^|\/)conftest\.py|[a-z0-9](?:Tests?|Spec|IT)\.(?:java|kt|scala|groovy|cs|swift))$/;

/** Whether a path is a test's, or of what tests are made of, by the usual names. */
export const isTestPath = (path: string): boolean => folder.test(path) || name.test(path);

/** Whether its text may hold tests: those of Rust stand beside what they test. */
export const mayHoldTests = (path: string): boolean => isTestPath(path) || path.endsWith('.rs');
