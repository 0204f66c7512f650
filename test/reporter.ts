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
    const failed: { title: string; message: string }[] = [];
    const skipped: string[] = [];
    // If the process dies in the middle, this names the test that was running.
    runner.on('test', (test: Test) => file && writeFileSync(`${file}.running`, test.fullTitle()));
    runner.on('pass', () => void passed++);
    runner.on('pending', (test: Test) => void skipped.push(test.fullTitle()));
    runner.on('fail', (test: Test, error: unknown) => {
      failed.push({ title: test.fullTitle(), message: describeError(error) });
    });
    runner.on('end', () => {
      const results: TierResults = { passed, failed, skipped };
      if (file) writeFileSync(file, JSON.stringify(results));
      else this.epilogue();
    });
  }
}

// Mocha loads reporters with require() and expects the class itself.
export { Reporter as 'module.exports' };
