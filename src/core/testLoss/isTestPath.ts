const folder = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testdata)\//i;
const name =
  /(?:[._-](?:test|spec)s?\.[^/]+|(?:^|\/)test_[^/]+\.py|(?:^|\/)conftest\.py|[a-z0-9](?:Tests?|Spec|IT)\.(?:java|kt|scala|groovy|cs|fs|vb|swift|hs))$/;

/** Whether a path is a test's, or of what tests are made of, by the usual names. */
export const isTestPath = (path: string): boolean => folder.test(path) || name.test(path);

const data =
  /\.(?:md|mdx|txt|rst|adoc|html?|css|json5?|jsonl|ndjson|ya?ml|toml|ini|cfg|lock|csv|tsv|xml|svg|png|jpe?g|gif|webp|ico|pdf|zip|gz|tar|bin|dat|db|sqlite|snap|golden|pem|key|crt|log|out|diff|patch)$/i;

/** Whether a file is something that tests read and no program, by its ending; one without any may be a program. */
export const isData = (path: string): boolean => data.test(path) || /(?:^|\/)\.[^/]*$/.test(path);

/** Whether its text may hold tests: those of Rust stand beside what they test. */
export const mayHoldTests = (path: string): boolean => isTestPath(path) || path.endsWith('.rs');
