import assert from 'node:assert/strict';
import type { Files } from '../../src/app/ports/files.ts';
import { until } from '../until.ts';

export interface FilesUnderTest {
  readonly files: Files;
  /** A folder that is there and empty; its path with `/` between the parts. */
  readonly root: string;
  /** Changes a file past the port, as an editor would. */
  edit(path: string, text: string): Promise<void>;
}

const done = { ok: true, value: undefined };
const text = (value: string | null) => ({ ok: true, value });

export function describeFiles(name: string, make: () => Promise<FilesUnderTest>): void {
  describe(`Files contract: ${name}`, () => {
    let files: Files;
    let at: (path: string) => string;
    let root: string;
    let edit: FilesUnderTest['edit'];
    beforeEach(async () => {
      const made = await make();
      ({ files, root } = made);
      edit = (path, content) => made.edit(path, content);
      at = (path) => `${root}/${path}`;
    });

    it('reads what was written, and null where nothing is', async () => {
      assert.deepEqual(await files.read(at('a.txt')), text(null));
      assert.deepEqual(await files.write(at('a.txt'), 'ü 1\n'), done);
      assert.deepEqual(await files.read(at('a.txt')), text('ü 1\n'));
      assert.deepEqual(await files.write(at('a.txt'), ''), done);
      assert.deepEqual(await files.read(at('a.txt')), text(''));
      assert.deepEqual(await files.read(at('a.txt/b')), text(null));
    });

    it('tells where a path leads, and null where nothing is', async () => {
      await files.write(at('x/a.txt'), '1');
      const real = (await files.real(at('x'))) ?? '';
      assert.match(real, /\/x$/);
      assert.equal(await files.real(at('x/a.txt')), `${real}/a.txt`);
      assert.equal(await files.real(at('y')), null);
    });

    it('tells that a file changed, and nothing of what is none', async () => {
      await edit(at('a.txt'), '1');
      const before = await files.version(at('a.txt'));
      await edit(at('a.txt'), '2');
      const after = await files.version(at('a.txt'));
      assert.ok(before === null || before !== after);
      await files.write(at('x/a.txt'), '1');
      assert.equal(await files.version(at('x')), null);
      assert.equal(await files.version(at('y')), null);
    });

    it('tells when a file was changed, and of a folder when the newest below it was', async () => {
      await edit(at('x/a.txt'), '1');
      await edit(at('x/y/b.txt'), '1');
      const times = await Promise.all(['x/a.txt', 'x/y/b.txt'].map((path) => files.changedAt(at(path))));
      assert.ok(times.every((one) => one !== null && one > Date.UTC(2020)));
      assert.equal(await files.changedAt(at('x')), Math.max(...times.map(Number)));
      assert.equal(await files.changedAt(at('none')), null);
    });

    it('replaces only what still is as it was', async () => {
      assert.deepEqual(await files.replace(at('q/a.md'), null, '1\n'), { ok: true, value: true });
      assert.deepEqual(await files.replace(at('q/a.md'), null, '2\n'), { ok: true, value: false });
      assert.deepEqual(await files.replace(at('q/a.md'), '1\n', '\uFEFF2\r\n'), { ok: true, value: true });
      await edit(at('q/a.md'), 'by hand');
      assert.deepEqual(await files.replace(at('q/a.md'), '\uFEFF2\r\n', '3\n'), { ok: true, value: false });
      assert.deepEqual(await files.replace(at('q/none.md'), '1\n', '3\n'), { ok: true, value: false });
      assert.deepEqual(await files.read(at('q/a.md')), text('by hand'));
      assert.deepEqual(await files.list(at('q')), ['a.md']);
    });

    it('of several who replace the same text one does', async () => {
      await edit(at('a.md'), '0');
      const put = await Promise.all(['1', '2', '3'].map((one) => files.replace(at('a.md'), '0', one)));
      assert.equal(put.filter((one) => one.ok && one.value).length, 1);
    });

    it('makes the folders that it needs', async () => {
      assert.deepEqual(await files.write(at('x/y/a.txt'), '1'), done);
      assert.deepEqual(await files.appendLines(at('x/z/b.jsonl'), ['1']), done);
      assert.deepEqual(await files.list(at('x')), ['y', 'z']);
    });

    it('appends whole lines and cuts a torn tail back first', async () => {
      assert.deepEqual(await files.appendLines(at('a.jsonl'), ['1', '2 ü']), done);
      assert.deepEqual(await files.appendLines(at('a.jsonl'), ['3']), done);
      assert.deepEqual(await files.appendLines(at('a.jsonl'), []), done);
      assert.deepEqual(await files.read(at('a.jsonl')), text('1\n2 ü\n3\n'));
      await edit(at('a.jsonl'), '1\n2 ü\n3\n4\n{"torn":');
      assert.deepEqual(await files.lastLine(at('a.jsonl')), text('4'));
      assert.deepEqual(await files.appendLines(at('a.jsonl'), ['5']), done);
      assert.deepEqual(await files.read(at('a.jsonl')), text('1\n2 ü\n3\n4\n5\n'));
      await edit(at('a.jsonl'), 'only torn');
      assert.deepEqual(await files.appendLines(at('a.jsonl'), ['1']), done);
      assert.deepEqual(await files.read(at('a.jsonl')), text('1\n'));
    });

    it('keeps the order of appends that are made at once', async () => {
      const lines = Array.from({ length: 20 }, (_, index) => `${index}`);
      await Promise.all(lines.map((line) => files.appendLines(at('a.jsonl'), [line])));
      assert.deepEqual(await files.read(at('a.jsonl')), text(`${lines.join('\n')}\n`));
    });

    it('gives the last whole line, however long it is', async () => {
      const long = 'x'.repeat(200_000);
      const cases = [
        ['', null],
        ['torn', null],
        ['a\n', 'a'],
        ['a\n\n', ''],
        ['a\nb\ntorn', 'b'],
        [`a\n${long}\n`, long],
      ] as const;
      assert.deepEqual(await files.lastLine(at('none')), text(null));
      for (const [content, line] of cases) {
        await edit(at('a.jsonl'), content);
        assert.deepEqual(await files.lastLine(at('a.jsonl')), text(line));
      }
    });

    it('lists names in order and tells what is there', async () => {
      for (const path of ['b.txt', 'a/c.txt', 'a/d.txt']) await files.write(at(path), '1');
      assert.deepEqual(await files.list(at('a')), ['c.txt', 'd.txt']);
      assert.deepEqual(await files.list(root), ['a', 'b.txt']);
      assert.deepEqual(await files.list(at('none')), []);
      const kinds = await Promise.all(['a', 'b.txt', 'none', 'b.txt/x'].map((path) => files.kind(at(path))));
      assert.deepEqual(kinds, ['folder', 'file', null, null]);
    });

    it('takes what no file can be called for nothing, rather than for a fault', async () => {
      const names = ['x'.repeat(300), '한'.repeat(100), 'nul\0byte'];
      assert.deepEqual(await Promise.all(names.map((one) => files.kind(at(one)))), [null, null, null]);
    });

    it('moves files and folders, and never over something', async () => {
      for (const path of ['a/1', 'a/2', 'b']) await files.write(at(path), path);
      assert.deepEqual(await files.move(at('a'), at('aside/a')), done);
      assert.deepEqual(await files.read(at('aside/a/2')), text('a/2'));
      assert.equal(await files.kind(at('a')), null);
      const codes = [await files.move(at('b'), at('aside/a/1')), await files.move(at('none'), at('c'))];
      assert.deepEqual(
        codes.map((moved) => (moved.ok ? 'moved' : moved.error.code)),
        ['files.exists', 'files.missing'],
      );
      assert.deepEqual(await files.read(at('aside/a/1')), text('a/1'));
    });

    it('takes a file away, and has nothing to say of one that is not there', async () => {
      await files.write(at('pass/1'), '1', 'user');
      await files.write(at('pass/2'), '2');
      assert.deepEqual([await files.remove(at('pass/1')), await files.remove(at('pass/1'))], [done, done]);
      assert.deepEqual(await files.remove(at('never/was')), done);
      assert.deepEqual([await files.kind(at('pass/1')), await files.kind(at('pass/2'))], [null, 'file']);
    });

    for (const path of ['tasks/queue.md', 'queue.md']) {
      it(`announces changes of ${path}, also when it is made, replaced and made again`, async () => {
        let heard = 0;
        const watching = files.watch(at(path), () => (heard += 1));
        const rounds: (() => Promise<unknown>)[] = [
          () => edit(at(path), '1'),
          () => edit(at(path), '12'),
          () => files.write(at(path), '123'),
          () => files.write(at(path), '1234'),
          () => files.move(at(path), at('aside.md')),
          () => edit(at(path), '1'),
        ];
        for (const [index, act] of rounds.entries()) {
          const before = heard;
          await act();
          await until(`the announcement of change ${index + 1}`, () => heard > before);
        }
        watching.dispose();
      });
    }

    it('announces what happens in a folder, until it is told to stop', async () => {
      await files.write(at('folder/a'), '1');
      let heard = 0;
      const watching = files.watch(at('folder'), () => (heard += 1));
      await files.write(at('folder/b'), '1');
      await until('the announcement', () => heard > 0);
      watching.dispose();
      const before = heard;
      let control = 0;
      const other = files.watch(at('folder'), () => (control += 1));
      await files.write(at('folder/c'), '1');
      await until('the announcement to somebody else', () => control > 0);
      assert.equal(heard, before);
      other.dispose();
    });

    it('takes a folder away only as it was when it was sealed', async () => {
      const folder = `${root}/jobs/one`;
      assert.equal(await files.sealFolder(folder), null);
      const fill = async (): Promise<string> => {
        await files.write(`${folder}/report.md`, 'Fine.');
        await files.write(`${folder}/more/a.txt`, 'a');
        return (await files.sealFolder(folder)) ?? '';
      };
      const seal = await fill();
      assert.equal(await files.sealFolder(folder), seal);
      for (const file of ['notes.txt', 'more/notes.txt', 'report.md']) {
        await edit(`${folder}/${file}`, 'of a person');
        assert.deepEqual(await files.clearFolder(folder, seal), { ok: true, value: 'kept' });
        assert.deepEqual(await files.read(`${folder}/${file}`), { ok: true, value: 'of a person' });
        await files.remove(`${folder}/${file}`);
        assert.equal(await fill(), seal);
      }
      await files.remove(`${folder}/report.md`);
      assert.deepEqual(await files.clearFolder(folder, seal), { ok: true, value: 'kept' });
      await fill();
      for (let n = 0; n < 2; n += 1)
        assert.deepEqual(await files.clearFolder(folder, seal), { ok: true, value: 'cleared' });
      assert.equal(await files.kind(folder), null);
    });
  });
}
