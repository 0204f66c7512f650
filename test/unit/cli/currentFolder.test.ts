import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '../../../src/base/problemError.ts';
import { currentFolder } from '../../../src/cli/currentFolder.ts';

describe('the folder that a command is called in', () => {
  it('is named as gone where somebody removed it', () => {
    const before = currentFolder();
    assert.equal(before, process.cwd());
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mam-folder-')));
    process.chdir(folder);
    try {
      rmdirSync(folder);
      assert.throws(currentFolder, (error) => error instanceof ProblemError && error.problem.code === 'cli.folderGone');
    } finally {
      process.chdir(before);
    }
  });
});
