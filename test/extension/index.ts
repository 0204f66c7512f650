// Loaded inside the extension host, which calls run(): the tests beside this file, each bundled on its own.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Mocha } from 'mocha';
import { Reporter } from '../reporter.ts';

export function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, reporter: Reporter });
  const pattern = process.env['MAM_TEST_GREP'];
  if (pattern) mocha.grep(pattern);
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
  for (const file of files) if (file.endsWith('.test.cjs')) mocha.addFile(join(__dirname, file));
  return new Promise((resolve, reject) => {
    mocha.run((failures) => (failures === 0 ? resolve() : reject(new Error(`${failures} tests failed`))));
  });
}
