import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createNodeFiles } from '../../src/adapters/files/nodeFiles.ts';
import { createMemoryFiles } from '../fakes/memoryFiles.ts';
import { useTempFolder } from '../tempFolder.ts';
import { describeFiles } from './describeFiles.ts';

describeFiles('memory', async () => {
  const files = createMemoryFiles();
  return { files, root: '/root', edit: async (path, text) => files.edit(path, text) };
});

describe('on disk', () => {
  const root = useTempFolder();
  describeFiles('disk', async () => ({
    files: createNodeFiles({ roots: [root()] }),
    root: root(),
    async edit(path, text) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    },
  }));
});
