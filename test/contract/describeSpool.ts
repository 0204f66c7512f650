import assert from 'node:assert/strict';
import type { Spool, SpoolFile } from '../../src/app/ports/files.ts';
import { until } from '../until.ts';

export interface SpoolUnderTest {
  readonly spool: Spool;
  /** What a hook does: writes the file under another name and renames it. */
  drop(name: string, text: string): Promise<void>;
  waiting(): Promise<readonly string[]>;
  done(): Promise<readonly string[]>;
  refused(): Promise<readonly string[]>;
}

export function describeSpool(name: string, make: () => Promise<SpoolUnderTest>): void {
  describe(`Spool contract: ${name}`, () => {
    let under: SpoolUnderTest;
    let taken: string[];
    beforeEach(async () => {
      under = await make();
      taken = [];
    });
    afterEach(() => under.spool.dispose());
    const take = async (file: SpoolFile, text: string): Promise<void> => void taken.push(`${file.name}: ${text}`);

    it('hands over what was there before it started, in the order of the names', async () => {
      for (const file of ['b-2.json', 'a-10.json', 'b-1.json', 'a-9.json']) await under.drop(file, file[0]!);
      void under.spool.start(take);
      await until('four files', async () => (await under.done()).length === 4);
      assert.deepEqual(taken, ['a-9.json: a', 'a-10.json: a', 'b-1.json: b', 'b-2.json: b']);
      assert.deepEqual(await under.waiting(), []);
    });

    it('has handed over what was there when its start resolves', async () => {
      await under.drop('a-1.json', '1');
      await under.drop('a-2.json', 'bad');
      await under.spool.start(async (file, text) => {
        if (text === 'bad') throw new Error('no such job');
        await take(file, text);
      });
      assert.deepEqual([taken, await under.waiting()], [['a-1.json: 1'], []]);
    });

    it('does not wait at its start for what has to wait', async () => {
      await under.drop('a-1.json', '1');
      await under.spool.start(async () => 'later');
      assert.deepEqual(await under.waiting(), ['a-1.json']);
    });

    it('hands over what comes later, each file once', async () => {
      void under.spool.start(take);
      await Promise.all(Array.from({ length: 30 }, (_, index) => under.drop(`j-${index}.json`, `${index}`)));
      await until('30 files', async () => (await under.done()).length === 30);
      assert.equal(taken.length, 30);
      assert.equal(new Set(taken).size, 30);
    });

    it('moves a file aside only after it was taken', async () => {
      let finish = (): void => undefined;
      const gate = new Promise<void>((resolve) => (finish = resolve));
      void under.spool.start(async (file, text) => {
        await take(file, text);
        await gate;
      });
      const dropped = under.drop('a-1.json', '1');
      await until('the hand-over', () => taken.length === 1);
      assert.deepEqual(await under.waiting(), ['a-1.json']);
      finish();
      await dropped;
      await until('the file to be moved', async () => (await under.waiting()).length === 0);
      assert.deepEqual(await under.done(), ['a-1.json']);
    });

    it('keeps what was refused and goes on', async () => {
      void under.spool.start(async (file, text) => {
        if (text === 'bad') throw new Error('no such job');
        await take(file, text);
      });
      await under.drop('a-1.json', 'bad');
      await under.drop('a-2.json', 'good');
      await until('both', async () => (await under.done()).length === 1 && (await under.refused()).length === 1);
      assert.deepEqual(
        [await under.done(), await under.refused(), taken],
        [['a-2.json'], ['a-1.json'], ['a-2.json: good']],
      );
    });

    it('leaves a file, and all after it, for later when it is told so', async () => {
      let busy = true;
      void under.spool.start(async (file, text) => {
        if (busy) return 'later';
        return take(file, text);
      });
      await under.drop('a-1.json', '1');
      assert.deepEqual([await under.waiting(), taken], [['a-1.json'], []]);
      busy = false;
      await under.drop('a-2.json', '2');
      await until('both', async () => (await under.done()).length === 2);
      assert.deepEqual(taken, ['a-1.json: 1', 'a-2.json: 2']);
    });
  });
}
