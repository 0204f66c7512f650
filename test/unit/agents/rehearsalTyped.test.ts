import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { readTyped, type Typed } from '../../../src/adapters/agents/rehearsal/typed.ts';

const terminal = () => {
  const raw: boolean[] = [];
  const interrupts: string[] = [];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => raw.push(on) });
  const typed = readTyped(input, () => void interrupts.push('interrupt'));
  return { input, typed, raw, interrupts };
};

const types = async (input: PassThrough, ...chunks: readonly string[]): Promise<void> => {
  for (const chunk of chunks) {
    input.write(chunk);
    await new Promise(setImmediate);
  }
};

describe('What is typed in front of the rehearsal agent', () => {
  const answers: readonly (readonly [name: string, chunks: readonly string[], answer: string | null])[] = [
    ['a letter', ['y'], 'y'],
    ['a digit', ['2'], '2'],
    ['Escape', ['\u001b'], 'Escape'],
    ['a text with Enter behind it', ['go on', '\r'], 'go on'],
    ['a text and Enter at once', ['go on\r'], 'go on'],
    ['a paste', ['\u001b[200~go on\u001b[201~', '\r'], 'go on'],
    ['Enter alone', ['\r'], ''],
  ];
  for (const [name, chunks, answer] of answers)
    it(`answers a question on a terminal: ${name}`, async () => {
      const { input, typed } = terminal();
      typed.byKey(true);
      const got = typed.answer();
      await types(input, ...chunks);
      assert.equal(await got, answer);
    });

  it('takes no key for an answer where keys come with Enter only', async () => {
    const input = new PassThrough();
    const typed: Typed = readTyped(input, () => undefined);
    typed.byKey(true);
    const got = typed.answer();
    await types(input, 'y', 'es\n');
    assert.equal(await got, 'yes');
  });

  it('goes back to lines after an answer, and hears an interrupt only while it takes keys', async () => {
    const { input, typed, raw, interrupts } = terminal();
    typed.byKey(true);
    await types(input, '\u0003');
    assert.deepEqual(interrupts, ['interrupt']);
    const got = typed.answer();
    await types(input, 'n');
    assert.equal(await got, 'n');
    typed.byKey(false);
    assert.deepEqual(raw, [true, false]);
    const next = typed.line();
    await types(input, 'h', 'ello\n');
    assert.equal(await next, 'hello');
  });

  it('says when nothing comes any more', async () => {
    const { input, typed } = terminal();
    const got = typed.answer();
    input.end();
    assert.equal(await got, null);
  });
});
