import assert from 'node:assert/strict';
import { auditFolder, auditMarkdown } from '../../../src/app/auditFolder.ts';
import { createAuditMemory } from '../../../src/app/auditMemory.ts';
import { problem } from '../../../src/base/problem.ts';
import { err } from '../../../src/base/result.ts';
import { createPrivacy } from '../../../src/core/privacy/privacy.ts';
import { privacyConfig } from '../../builders/privacy.ts';
import { createMemoryFiles } from '../../fakes/memoryFiles.ts';
import { searchLabels } from '../core/privacy/hostile.ts';

const privacy = createPrivacy({ ...privacyConfig, labels: searchLabels });
const folder = '/repo/reports/agent_loop';
const home = '/Users/kim/x';

const audit = (texts: Readonly<Record<string, string>>) => {
  const files = createMemoryFiles(
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${folder}/${name}`, text])),
  );
  return { files, found: () => auditFolder(files, folder, privacy) };
};

describe('the audit of a folder', () => {
  it('looks at reports of any depth, and at no other kind of file', async () => {
    const { found } = audit({
      'a.log': home,
      'b.diff': home,
      'a/b/c.md': home,
      'd.html': home,
      e: home,
      'F.YML': home,
    });
    assert.deepEqual(await found(), {
      findings: [
        { file: 'F.YML', issue: 'absolute local path' },
        { file: 'a/b/c.md', issue: 'absolute local path' },
      ],
      unreadable: [],
    });
  });

  it('finds nothing where nothing is, and never passes what could not be looked at', async () => {
    const { files, found } = audit({});
    assert.deepEqual(await found(), { findings: [], unreadable: [] });
    const denied = { ...files, read: async () => err(problem('files.denied', 'No.')) };
    assert.deepEqual(await auditFolder(denied, folder, privacy), { findings: [], unreadable: ['.'] });
  });

  it('names each kind once for a file', async () => {
    const { found } = audit({ 'a.txt': `${home} ${home} {"doc_id": "a"}` });
    assert.deepEqual((await found()).findings, [
      { file: 'a.txt', issue: 'absolute local path' },
      { file: 'a.txt', issue: 'json private raw field value' },
    ]);
  });

  it('reads JSON string by string', async () => {
    const { found } = audit({
      'a.json': '{"note":"doc_id: [redacted-private-value]","n":1}',
      'b.jsonl': '{"a":1}\n{"a":"\\u002fhome/kim"}\n',
    });
    assert.deepEqual((await found()).findings, [{ file: 'b.jsonl', issue: 'absolute local path' }]);
  });

  describe('with the memory of an earlier one', () => {
    const kept = () => {
      const files = createMemoryFiles({ [`${folder}/a.md`]: home, [`${folder}/doc_id-77.md`]: 'fine' });
      const read: string[] = [];
      const counting = { ...files, read: (path: string) => (read.push(path), files.read(path)) };
      const memory = createAuditMemory();
      const found = async (by = privacy) => (await auditFolder(counting, folder, by, memory)).findings;
      return { files, read, counting, found };
    };

    it('finds the same again and reads nothing', async () => {
      const { read, found } = kept();
      const first = await found();
      assert.equal(first.length, 2);
      read.length = 0;
      assert.deepEqual(await found(), first);
      assert.deepEqual(read, []);
    });

    it('reads what changed, and all of it by other rules', async () => {
      const { files, read, found } = kept();
      await found();
      read.length = 0;
      files.edit(`${folder}/a.md`, 'fine');
      assert.deepEqual(
        (await found()).map((one) => one.issue),
        ['raw private id token'],
      );
      assert.deepEqual(read, [`${folder}/a.md`]);
      read.length = 0;
      assert.deepEqual(await found(createPrivacy({ ...privacyConfig, labels: [] })), []);
      assert.equal(read.length, 2);
      assert.equal((await found()).length, 1);
      assert.equal(read.length, 4);
    });

    it('reads a file whose version nobody can tell', async () => {
      const { counting, read, found } = kept();
      counting.version = async () => null;
      await found();
      await found();
      assert.equal(read.length, 4);
    });
  });

  it('looks at names, and shows none that is private', async () => {
    const { found } = audit({ 'doc_id-77.md': 'fine' });
    assert.deepEqual((await found()).findings, [
      { file: '[redacted-private-token].md', issue: 'raw private id token' },
    ]);
  });

  it('calls nothing clean that it could not read', async () => {
    const { files, found } = audit({ 'a.md': 'fine', 'b.md': 'fine' });
    files.broken.set(`${folder}/a.md`, problem('files.denied', 'No.'));
    const result = await found();
    assert.deepEqual(result, { findings: [], unreadable: ['a.md'] });
    assert.match(
      auditMarkdown('reports', result),
      /Result: fail\n- Finding count: 1[\s\S]*`a\.md`: could not be looked at/,
    );
  });

  it('finds nothing in a file that went while it looked, as one does that is written under another name first', async () => {
    const { files } = audit({ '.a.md.1.tmp': 'half', 'a.md': 'fine' });
    const going = {
      ...files,
      real: async (path: string) => {
        if (path.endsWith('.tmp')) await files.move(path, `${folder}/a2.md`);
        return files.real(path);
      },
    };
    assert.deepEqual(await auditFolder(going, folder, privacy), { findings: [], unreadable: [] });
  });

  it('is clean where nothing is', async () => {
    const result = await audit({}).found();
    assert.deepEqual(result, { findings: [], unreadable: [] });
    assert.match(auditMarkdown('reports', result), /Result: pass\n- Finding count: 0\n\n## Findings\n\n- None\n$/);
  });
});
