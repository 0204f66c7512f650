import assert from 'node:assert/strict';
import { join } from 'node:path';
import { concerns } from '../../../../src/adapters/files/concerns.ts';

const jobs = join('/r', '.mam', 'jobs');
const report = join(jobs, 'job-1', '1');

describe('what happened in a watched folder', () => {
  const cases: readonly (readonly [string, string, string | null, boolean])[] = [
    ['the next folder on the way', jobs, 'job-1', true],
    ['that folder in another case', jobs, 'JOB-1', true],
    ['a folder beside it', jobs, 'job-2', false],
    ['one whose name only begins so', jobs, 'job-11', false],
    ['a file beside it', jobs, 'job-1.json', false],
    ['the watched folder itself', jobs, 'jobs', true],
    ['something without a name', jobs, null, true],
    ['anything in the folder that is waited for', report, 'report.md', true],
    ['a folder further down the way', join('/r'), 'job-1', false],
    ['the first folder of a long way', join('/r'), '.mam', true],
  ];
  for (const [what, folder, name, expected] of cases)
    it(`${expected ? 'matters' : 'does not matter'}: ${what}`, () => {
      assert.equal(concerns(report, folder, name), expected);
    });
});
