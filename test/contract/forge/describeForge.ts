import assert from 'node:assert/strict';
import type { Forge } from '../../../src/app/ports/forge.ts';
import type { PullRequest } from '../../../src/core/overlap/types.ts';
import type { ForgeWorld } from '../../fakes/memoryForge.ts';
import { must } from '../../integration/git/support.ts';

const pr = (number: number, more: Partial<PullRequest> = {}): PullRequest => ({
  number,
  head: `fix/issue-${number}`,
  headCommit: String(number).padStart(40, '0'),
  base: 'main',
  state: 'open',
  fork: false,
  ...more,
});

/** More open pull requests than any usual page holds. */
const world: ForgeWorld = {
  issues: { 9: 'open', 8: 'closed' },
  pullRequests: [
    ...Array.from({ length: 120 }, (_, index) => pr(1000 + index)),
    pr(1, { head: 'feat/issue-9-x', state: 'closed' }),
    pr(2, { head: 'feat/issue-9-x', state: 'merged' }),
    pr(3, { head: 'feat/issue-9-x', fork: true }),
    pr(4, { head: 'feat/issue-9-xy', base: 'feat/issue-9-x' }),
    pr(5, { base: 'feat/issue-9-x', state: 'closed' }),
  ],
  files: {
    3: [
      ['src/a b.ts', null],
      ['docs/새 파일.md', 'docs/old "name".md'],
      ['src/a b.ts', null],
    ],
    4: Array.from({ length: 101 }, (_, index) => [`src/${index}.ts`, null] as const),
    5: [],
  },
};

const asks = (forge: Forge) => [
  forge.issue('9'),
  forge.openPullRequests(),
  forge.pullRequestsOf('feat/issue-9-x'),
  forge.dependentsOf('main'),
  forge.changedFiles(3),
  forge.filesOfOpenPullRequests(),
  forge.findIssue('mark'),
  forge.createIssue({ title: 'A title', body: 'Text' }),
];

/** A forge that knows nothing: every question has a problem for an answer, and says which kind of ignorance it is. */
export function describeIgnorance(name: string, code: string, make: () => Promise<Forge>): void {
  it(`${name} answers every question with ${code}`, async () => {
    const answers = await Promise.all(asks(await make()));
    assert.deepEqual(
      answers.map((answer) => (answer.ok ? 'ok' : answer.error.code)),
      answers.map(() => code),
    );
  });
}

/** What the port `Forge` promises, whoever keeps it. */
export function describeForge(name: string, make: (known: ForgeWorld) => Promise<Forge>): void {
  describe(`Forge contract: ${name}`, () => {
    const numbers = (list: readonly PullRequest[]): readonly number[] =>
      list.map((one) => one.number).toSorted((a, b) => a - b);

    it('knows which issues are open, closed and not there', async () => {
      const forge = await make(world);
      assert.deepEqual((await Promise.all(['9', '8', '77'].map((number) => forge.issue(number)))).map(must), [
        'open',
        'closed',
        'absent',
      ]);
    });

    it('lists all open pull requests, however many there are', async () => {
      const found = must(await (await make(world)).openPullRequests());
      assert.equal(found.length, 122);
      assert.deepEqual(
        found.find((one) => one.number === 3),
        pr(3, { head: 'feat/issue-9-x', fork: true }),
      );
    });

    it('lists the whole history of a branch, and of no other', async () => {
      const found = must(await (await make(world)).pullRequestsOf('feat/issue-9-x'));
      assert.deepEqual(numbers(found), [1, 2, 3]);
      assert.deepEqual(found.map((one) => one.state).toSorted(), ['closed', 'merged', 'open']);
      assert.deepEqual(must(await (await make(world)).pullRequestsOf('none')), []);
    });

    it('lists what waits for a branch', async () => {
      assert.deepEqual(numbers(must(await (await make(world)).dependentsOf('feat/issue-9-x'))), [4]);
    });

    it('names the files of a pull request, renamed ones twice', async () => {
      const forge = await make(world);
      assert.deepEqual(must(await forge.changedFiles(3)), ['src/a b.ts', 'docs/새 파일.md', 'docs/old "name".md']);
      assert.equal(must(await forge.changedFiles(4)).length, 101);
      assert.deepEqual(must(await forge.changedFiles(5)), []);
    });

    it('names the files of all open pull requests, however many they have', async () => {
      const found = must(await (await make(world)).filesOfOpenPullRequests());
      assert.equal(Object.keys(found).length, 122);
      assert.deepEqual([...new Set(found[3])], ['src/a b.ts', 'docs/새 파일.md']);
      assert.deepEqual([found[4]?.length, found[1000], found[5]], [101, [], undefined]);
    });

    it('opens an issue, which is open from then on', async () => {
      const forge = await make({ issues: { 4241: 'closed' }, pullRequests: [], files: {} });
      assert.equal(must(await forge.createIssue({ title: '-- A title', body: 'Two\nlines' })), '4242');
      assert.equal(must(await forge.issue('4242')), 'open');
    });

    it('finds an open issue again by what stands in its text', async () => {
      const forge = await make({ issues: {}, pullRequests: [], files: {}, opened: [] });
      for (let n = 0; n < 40; n++)
        must(await forge.createIssue({ title: 'The same', body: n === 3 ? 'It <!-- mam: x-1 -->\n' : '' }));
      assert.equal(must(await forge.findIssue('<!-- mam: x-1 -->')), '4');
      assert.equal(must(await forge.findIssue('<!-- mam: x-2 -->')), null);
    });
  });
}
