import assert from 'node:assert/strict';
import type { Proposal } from '../../../src/core/patch/types.ts';
import { filesOf, patchArtifact, statOf } from '../../../src/app/projections/patchArtifact.ts';
import { patchArtifactSchema } from '../../../src/protocol/ledger/patchArtifactForm.ts';
import { readPatchArtifact } from '../../../src/protocol/ledger/patchArtifact.ts';
import { privacy } from '../../builders/privacy.ts';

const diff = [
  'diff --git a/a.txt b/a.txt',
  '--- a/a.txt',
  '+++ b/a.txt',
  '@@ -1 +1,2 @@',
  '-old',
  '+new\r',
  '+++ counter',
  'diff --git "a/\\303\\251 b.txt" "b/\\303\\251 b.txt"',
  'new file mode 100644',
  '',
].join('\n');

const proposal: Proposal & { readonly at: string } = {
  run: 'run-1',
  task: 'T-2026-0001',
  session: 'implementer',
  role: 'Implementer',
  agent: 'codex',
  base: 'a'.repeat(40),
  worktree: 'T-2026-0001-run-1-r1a1',
  command: ['codex'],
  terms: {
    sandbox: 'workspace-write',
    auth: { mode: 'chatgpt', status: 'ok' },
    model: null,
    timeoutMs: 0,
    maxCommands: 0,
  },
  verdict: 'proposed',
  patch: 'digest',
  clean: true,
  blockers: [],
  warnings: [],
  at: '2026-01-31T12:00:00Z',
};
const rendered = (changes: Partial<Proposal>, text: string | null = diff) => {
  const texts = new Map(text === null ? [] : [['digest', text]]);
  const [file] = patchArtifact({ proposal: { ...proposal, ...changes } }, texts);
  return file?.render({ seq: 1, at: proposal.at, privacy }) ?? '';
};
const parsed = (text: string) => patchArtifactSchema.parse(JSON.parse(text));

describe('the artifact of a patch', () => {
  it('holds the diff byte for byte, and is one that can be applied', () => {
    const text = rendered({});
    const it = parsed(text);
    assert.deepEqual([it.verdict, it.diff, it.wu], ['proposed', diff, 1]);
    assert.deepEqual(it.diffstat, { files_changed: 2, insertions: 2, deletions: 1 });
    const read = readPatchArtifact(text, null);
    assert.deepEqual(read.ok && read.value, { task: 'T-2026-0001', agent: 'codex', diff });
  });

  for (const verdict of ['empty', 'blocked'] as const)
    it(`holds none when it is ${verdict}`, () => {
      const it = parsed(rendered({ verdict, patch: '' }));
      assert.deepEqual([it.verdict, it.diff, it.wu, it.files], [verdict, '', 0, []]);
    });

  for (const [what, text] of [
    ['was erased', null],
    ['may not be shown by the rules of now', 'card_number: 7\n'],
  ] as const)
    it(`is an error when the diff ${what}`, () => {
      const it = parsed(rendered({}, text));
      assert.deepEqual([it.verdict, it.diff, it.wu], ['error', '', 0]);
    });

  it('names the files of a patch, and counts lines of hunks only', () => {
    assert.deepEqual(filesOf(diff), ['a.txt', 'é b.txt']);
    assert.deepEqual(filesOf(''), []);
    assert.deepEqual(statOf(''), { files_changed: 0, insertions: 0, deletions: 0 });
  });
});
