import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeGh } from '../../fakes/scriptedGh.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

interface Told {
  readonly findings: readonly { readonly code: string; readonly severity?: string }[];
}

describe('the verbs that look at a change and its texts', () => {
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
    await mkdir(join(mam.repository, 'notes'), { recursive: true });
    const texts = {
      'docs.txt': 'docs/a.md',
      'mixed.txt': 'Makefile, docs/adr/1.md',
      'private.txt': 'data/private/x',
      'claim.txt': 'latency is better',
      'empty.txt': '',
      'body.md': 'Closes #7\n\nRead /home/kim/notes.',
      'good.md': 'Mends the reader.\n\nCloses #9\n',
    };
    for (const [name, text] of Object.entries(texts)) await writeFile(join(mam.repository, 'notes', name), text);
  });
  after(() => mam.dispose());

  const findings = (out: string) => {
    const told: Told = JSON.parse(out);
    return told.findings.map(({ code, severity }) => `${severity} ${code}`);
  };

  it('classify it', async () => {
    for (const [list, surface, confidence] of [
      ['docs.txt', 'docs-only', 'high'],
      ['mixed.txt', 'governance-adr', 'medium'],
      ['private.txt', 'privacy-sensitive-artifact', 'high'],
    ]) {
      const ended = await mam.run('classify-surface', '--changed-files', `notes/${list}`, '--json');
      assert.equal(ended.code, 0, ended.err);
      const told = JSON.parse(ended.out);
      assert.deepEqual([told.surface, told.confidence, told.findings], [surface, confidence, []]);
    }
    const shown = await mam.run('classify-surface', '--from-git');
    assert.match(shown.out, /^Changed files: notes\/body\.md, notes\/claim\.txt, /);
  });

  it('audit what a text claims, and say what may be claimed', async () => {
    const docs = await mam.run('claim-audit', 'notes/claim.txt', '--changed-files', 'notes/docs.txt', '--json');
    assert.deepEqual(
      [docs.code, findings(docs.out)],
      [1, ['high claim.word', 'medium claim.word', 'high claim.unsupported']],
      docs.err,
    );
    const empty = await mam.run(
      'claim-audit',
      '--claim-text',
      'notes/empty.txt',
      '--changed-files',
      'notes/private.txt',
      '--json',
    );
    assert.deepEqual([empty.code, findings(empty.out)], [1, ['critical claim.privateSurface']], empty.err);
    const none = await mam.run('claim-audit', '--from-git');
    assert.deepEqual([none.code, none.err.includes('[cli.noText]')], [2, true]);
    const policy = await mam.run('claim-policy', '--changed-files', 'notes/docs.txt', '--json');
    const rules: readonly { readonly allowed: string }[] = JSON.parse(policy.out).policy;
    assert.deepEqual([policy.code, rules.map((one) => one.allowed)], [0, ['never', 'never', 'never', 'never']]);
  });

  it('check the text of a pull request against its branch', async () => {
    const about = ['--branch', 'feat/issue-9-x', '--changed-files', 'notes/docs.txt'];
    const bad = await mam.run('pr-body-check', 'notes/body.md', ...about, '--json', '--out', 'reports/agent_loop/b.md');
    assert.deepEqual([bad.code, findings(bad.out)], [1, ['high body.otherIssue', 'critical body.private']], bad.err);
    const report = await readFile(join(mam.repository, 'reports/agent_loop/b.md'), 'utf8');
    assert.match(report, /^# PR Body Check\n\n- Text: notes\/body\.md\n/);
    assert.ok(!report.includes('/home/kim'));
    const good = await mam.run('pr-body-check', '--body', 'notes/good.md', ...about);
    assert.deepEqual([good.code, good.out.includes('Nothing has to be mended.')], [0, true], good.err);
  });

  it('say whether names belong together', async () => {
    const about = ['--branch', 'feat/issue-9-x', '--body', 'notes/body.md', '--json'];
    const codes = (out: string) => JSON.parse(out).findings.map((one: { code: string }) => one.code);
    const other = await mam.run('branch-issue-hygiene', ...about);
    assert.deepEqual([other.code, codes(other.out)], [1, ['body.otherIssue']], other.err);
    const bad = await mam.run('branch-issue-hygiene', '--json', '--task', 'T-1', '--body', 'notes/none.md');
    assert.deepEqual(
      [bad.code, codes(bad.out)],
      [1, ['hygiene.name', 'hygiene.noIssue', 'readiness.bodyMissing', 'cli.badTask']],
      bad.err,
    );
    const good = await mam.run('branch-issue-hygiene', '--branch', 'feat/issue-9-x', '--body', 'notes/good.md');
    assert.equal(good.code, 0, good.out + good.err);
  });

  it('say whether it is plain enough to pass by itself', async () => {
    const codes = (out: string) => JSON.parse(out).findings.map((one: { code: string }) => one.code);
    const docs = ['--changed-files', 'notes/docs.txt', '--json'];
    const unseen = await mam.run('auto-pass-check', ...docs);
    assert.deepEqual([unseen.code, codes(unseen.out)], [1, ['pass.notValidated']], unseen.err);
    const plain = await mam.run('auto-pass-check', ...docs, '--run-validation');
    assert.deepEqual([plain.code, JSON.parse(plain.out).decision], [0, 'auto-pass'], plain.err);
    const strict = await mam.run('auto-pass-check', ...docs, '--run-validation', '--profile', 'ci-only-strict');
    assert.deepEqual(
      [strict.code, codes(strict.out)],
      [1, ['readiness.noTask', 'readiness.noClaim', 'pass.profile']],
      strict.err,
    );
    const usage = await mam.run('auto-pass-check', '--profile', 'lax');
    assert.deepEqual([usage.code, usage.err.includes('[cli.badProfile]')], [2, true]);
  });

  it('take the files of a pull request from the forge', async () => {
    const without = await mam.run('classify-surface', '--pr', '12');
    assert.deepEqual([without.code, without.err.includes('[forge.noFiles]')], [1, true], without.err);
    await writeGh(join(mam.folder, 'gh'), { issues: {}, pullRequests: [], files: { 12: [['docs/adr/1.md', null]] } });
    await mam.git('remote', 'add', 'origin', 'https://github.com/example/example.git');
    mam.env['PATH'] = `${join(mam.folder, 'gh')}:${mam.env['PATH']}`;
    const ended = await mam.run('classify-surface', '--pr', '12', '--json');
    assert.deepEqual([ended.code, JSON.parse(ended.out || '{}').surface], [0, 'governance-adr'], ended.err);
    await mkdir(join(mam.repository, 'notes'), { recursive: true });
    await writeFile(join(mam.repository, 'notes/some.txt'), 'docs/a.md\n');
    const both = await mam.run('classify-surface', '--pr', '12', '--changed-files', 'notes/some.txt', '--json');
    assert.deepEqual(JSON.parse(both.out || '{}').files, ['docs/a.md', 'docs/adr/1.md'], 'a list makes it no smaller');
  });
});
