import assert from 'node:assert/strict';
import type { Git, WorkComparison } from '../../../src/app/ports/git.ts';
import { must } from '../../integration/git/support.ts';
import type { GitSubject } from './describeGit.ts';

/** What the port `Git` promises about work in progress in several checkouts. */
export function describeComparison(name: string, make: () => Promise<GitSubject>): void {
  describe(`Git contract for work in progress: ${name}`, () => {
    let subject: GitSubject;
    let git: Git;
    let base: string;
    let comparison: WorkComparison;
    const made: string[] = [];
    beforeEach(async () => {
      subject = await make();
      git = subject.git;
      base = must(await git.resolveBase(null)).commit;
      comparison = must(await git.compareWork());
      made.length = 0;
      for (const one of ['a', 'b', 'c']) {
        made.push(subject.free(one));
        must(await git.createWorktree({ path: subject.free(one), branch: `work-${one}`, commit: base }));
      }
    });
    afterEach(() => comparison.dispose());

    const look = async () => (await comparison.look(made.map((path) => ({ path, base })))).map(must);

    it('knows what each changed, committed or not, new files and removed ones too', async () => {
      const [a = '', b = ''] = made;
      await subject.write(a, 'a.txt', 'two\n');
      await subject.write(a, 'new/one.txt', 'new\n');
      const captured = must(await git.capture(a, base, base));
      await subject.write(b, 'a.txt', null);
      const found = await look();
      assert.deepEqual(
        found.map((one) => one.files),
        [['a.txt', 'new/one.txt'], ['a.txt'], []],
      );
      assert.deepEqual((await look())[0], found[0]);
      await subject.write(a, 'a.txt', 'three\n');
      assert.notEqual((await look())[0]?.commit, found[0]?.commit);
      assert.equal(captured.files.length, 2);
    });

    it('foretells which of them merge', async () => {
      const [a = '', b = '', c = ''] = made;
      await subject.write(a, 'a.txt', 'two\n');
      await subject.write(b, 'a.txt', 'three\n');
      await subject.write(c, 'c.txt', 'new\n');
      const [first, second, third] = (await look()).map((one) => one.commit);
      const asked = [
        [first!, second!],
        [first!, third!],
        [third!, second!],
      ] as const;
      assert.deepEqual((await comparison.forecast(asked)).map(must), [
        { clean: false, conflicts: ['a.txt'] },
        { clean: true, conflicts: [] },
        { clean: true, conflicts: [] },
      ]);
      assert.deepEqual(await comparison.forecast([]), []);
    });

    it('names a checkout that is not there, and still knows the others', async () => {
      await subject.write(made[0] ?? '', 'a.txt', 'two\n');
      const [gone, there] = await comparison.look([
        { path: subject.free('nowhere'), base },
        { path: made[0] ?? '', base },
      ]);
      assert.equal(gone?.ok, false);
      assert.deepEqual(there?.ok && there.value.files, ['a.txt']);
    });
  });
}
