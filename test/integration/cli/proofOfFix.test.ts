import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { queueText } from '../../builders/queueText.ts';

const test = [
  "import test from 'node:test';",
  "import { equal } from 'dep';",
  "import { add } from '../src/add.mjs';",
  "test('adds', () => equal(add(1, 2), 3));",
].join('\n');
const scenes = [
  {
    on: { kind: 'implement' },
    steps: [
      { write: 'src/add.mjs', text: 'export const add = (a, b) => a + b;\n' },
      { write: 'test/add.test.mjs', text: `${test}\n` },
      { report: 'Done.' },
    ],
  },
  { on: { kind: 'review' }, steps: [{ verdict: 'pass' }] },
];
const proof = '### Proof of Fix\n\n```sh\nnode --test test/add.test.mjs\n```\n';

describe('a proof of a fix that needs packages', function () {
  this.timeout(240_000);
  let mam: MamCommand;
  beforeEach(async () => {
    mam = await createMamCommand();
    const file = async (path: string, text: string): Promise<void> => {
      await mkdir(join(mam.repository, path, '..'), { recursive: true });
      await writeFile(join(mam.repository, path), text);
    };
    await file('.gitignore', 'node_modules\n.env\n');
    await file('.worktreeinclude', '.env\n');
    await file('.env', 'TOKEN=of-a-person\n');
    await file('src/add.mjs', 'export const add = (a, b) => a - b;\n');
    await file('node_modules/dep/package.json', '{"name":"dep","type":"module","exports":"./index.js"}');
    await file(
      'node_modules/dep/index.js',
      'export function equal(a, b) { if (a !== b) throw new Error(`${a} is not ${b}`); }\n',
    );
    await mam.git('add', '--all');
    const goal = `Add.\n\n\`\`\`rehearsal\n${JSON.stringify(scenes)}\n\`\`\``;
    const task = { id: 'T-2026-0001', claims: '`src/add.mjs`, `test/add.test.mjs`', checks: ['git diff --check'] };
    await mam.setQueue(queueText({ ...task, goal, notes: proof }));
  });
  afterEach(() => mam.dispose());

  // Below the repository node would find its packages by itself.
  const prove = async (settings: object) => {
    await mkdir(join(mam.folder, 'config/mam'), { recursive: true });
    await writeFile(
      join(mam.folder, 'config/mam/settings.json'),
      JSON.stringify({ ...settings, 'mam.worktrees.root': join(mam.folder, 'checkouts') }),
    );
    const { out, err } = await mam.run('start', '--agents', 'rehearsal', '--topology', 'four-role', '--yes', '--json');
    const { runs } = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
    assert.equal(runs.length, 1, err);
    return runs[0];
  };

  it('is set up like a worktree at both ends, and leaves no copy of anything', async () => {
    const { phase, gate, waits } = await prove({ 'mam.worktrees.links': ['node_modules'] });
    assert.deepEqual([phase, gate.open], ['waiting', true], JSON.stringify(waits));
    assert.equal(await mam.git('for-each-ref', 'refs/mam/rescue'), '');
    assert.equal((await mam.git('worktree', 'list')).trimEnd().split('\n').length, 1);
  });

  it('proves nothing without them, and says what is missing', async () => {
    const { phase, waits, round } = await prove({});
    assert.deepEqual([phase, round, waits.code], ['needs-you', 1, 'gate.proofNoDependency'], JSON.stringify(waits));
  });
});
