import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { queueText } from '../../builders/queueText.ts';

const task = 'T-2026-0001';
const artifactPath = 'reports/agent_loop/active/patch_runs/implementer/patch_artifact.json';

describe('a write lane where there are links and repositories', function () {
  this.timeout(240_000);
  let mam: MamCommand;
  let elsewhere: string;
  before(async () => {
    mam = await createMamCommand();
    elsewhere = join(mam.folder, 'elsewhere');
    await mkdir(elsewhere);
    await symlink(elsewhere, join(mam.repository, 'src/out'));
    // A submodule that nobody fetched, as a worktree has each.
    const commit = (await mam.git('rev-parse', 'HEAD')).trim();
    await mam.git('add', '--all');
    await mam.git('update-index', '--add', '--cacheinfo', `160000,${commit},src/sub`);
    await mam.git('commit', '--quiet', '--message', 'A link and a submodule');
    await mkdir(join(mam.repository, 'src/sub'));
    await mam.run('active-loop', '--topology', 'expanded-eight');
  });
  after(() => mam.dispose());

  const lane = async (...steps: readonly unknown[]) => {
    const scenes = JSON.stringify([{ steps: [...steps, { report: 'Done.' }] }]);
    await mam.setQueue(
      queueText({ id: task, claims: '`src/**`', goal: `Do it.\n\n\`\`\`rehearsal\n${scenes}\n\`\`\`` }),
    );
    const args = ['--mode', 'patch', '--write-agent', 'rehearsal', '--task', task, '--execute', '--json'];
    const ended = await mam.run('active-codex-runner', ...args);
    const told = JSON.parse(ended.out || '{}');
    const made = JSON.parse(await readFile(join(mam.repository, artifactPath), 'utf8'));
    assert.equal((await mam.git('worktree', 'list', '--porcelain')).match(/^worktree /gm)?.length, 1);
    return { verdict: told.verdict, codes: told.blockers.map(({ code }: { code: string }) => code), made, ...ended };
  };
  const newest = async (): Promise<string> => {
    const { rescues } = JSON.parse((await mam.run('rescue', 'list', '--json')).out);
    return (await mam.run('rescue', 'show', rescues[0].name)).out;
  };

  it('leaves a link that led out before alone, and lets the lane mend it', async () => {
    const beside = await lane({ write: 'src/a.ts', text: 'export {};\n' });
    assert.deepEqual([beside.verdict, beside.made.files], ['proposed', ['src/a.ts']], beside.err);
    const mended = await lane({ delete: 'src/out' }, { write: 'src/out', text: 'a file\n' });
    assert.deepEqual([mended.verdict, mended.made.files], ['proposed', ['src/out']], mended.err);
    const turned = await lane({ delete: 'src/out' }, { link: 'src/out', to: '../../../elsewhere' });
    assert.deepEqual([turned.codes, turned.made.diff], [['capture.linkOutside'], '']);
  });

  it('takes nothing that was written through such a link', async () => {
    const { verdict, made, err } = await lane(
      { write: 'src/out/through.txt', text: 'out\n' },
      { write: 'src/a.ts', text: 'export {};\n' },
    );
    assert.ok(!JSON.stringify(made).includes('through.txt'), err);
    assert.ok(verdict !== 'proposed' || made.files.join() === 'src/a.ts');
    assert.equal(existsSync(join(mam.repository, 'src/through.txt')), false);
  });

  it('proposes nothing of a repository within, and keeps it', async () => {
    const { codes, made, out } = await lane(
      { write: 'src/lib/.git/HEAD', text: 'ref: refs/heads/main\n' },
      { write: 'src/lib/.git/objects/keep', text: '' },
      { write: 'src/lib/.git/refs/keep', text: '' },
      { write: 'src/lib/own.txt', text: 'own\n' },
    );
    assert.deepEqual([codes, made.verdict, made.diff], [['capture.nestedRepository'], 'blocked', ''], out);
    assert.match(await newest(), /own\.txt/);
  });

  it('does not lose what was written where a submodule belongs', async () => {
    const { codes, made, out } = await lane({ write: 'src/sub/own.txt', text: 'own\n' });
    assert.deepEqual([codes.length, made.verdict, made.diff], [1, 'blocked', ''], out);
    assert.match(await newest(), /own\.txt/);
  });

  it('takes no submodule away', async () => {
    const { codes, made, out } = await lane({ delete: 'src/sub' }, { write: 'src/sub', text: 'a file\n' });
    assert.deepEqual([codes, made.verdict, made.diff], [['capture.submodule'], 'blocked', ''], out);
  });
});
