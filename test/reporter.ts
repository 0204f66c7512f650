// Mocha's results as one JSON file (MAM_RESULTS) for scripts/test.mjs; it also runs inside the extension host.
import { writeFileSync } from 'node:fs';
import { reporters } from 'mocha';
import type { MochaOptions, Runner, Test } from 'mocha';

/** What scripts/test.mjs reads. */
export interface TierResults {
  readonly passed: number;
  readonly failed: readonly { readonly title: string; readonly message: string }[];
  readonly skipped: readonly string[];
}

const describeError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

export class Reporter extends reporters.Base {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    const file = process.env['MAM_RESULTS'];
    let passed = 0;
    const failed: { readonly title: string; readonly error: unknown }[] = [];
    const skipped: string[] = [];
    // If the process dies in the middle, this names the test that was running.
    runner.on('test', (test: Test) => file && writeFileSync(`${file}.running`, test.fullTitle()));
    runner.on('pass', () => void passed++);
    runner.on('pending', (test: Test) => void skipped.push(test.fullTitle()));
    runner.on('fail', (test: Test, error: unknown) => {
      failed.push({ title: test.fullTitle(), error });
    });
    runner.on('end', () => {
      // Described last: a hook that runs after a test may add what it saw.
      const described = failed.map(({ title, error }) => ({ title, message: describeError(error) }));
      const results: TierResults = { passed, failed: described, skipped };
      if (file) writeFileSync(file, JSON.stringify(results));
      else this.epilogue();
    });
  }
}

// Mocha loads reporters with require() and expects the class itself.
export { Reporter as 'module.exports' };
