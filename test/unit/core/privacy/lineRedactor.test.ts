import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createLineRedactor } from '../../../../src/core/privacy/lineRedactor.ts';
import { redactAll, redactLine } from '../../../../src/core/privacy/redactLine.ts';
import { safeCut } from '../../../../src/core/privacy/safeCut.ts';
import { findSecrets } from '../../../../src/core/privacy/secrets.ts';

/** Put together here, so that no file of the project holds what looks like a secret. */
const token = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
const marked = (name: string): string => `-----${name} ${['PRIVATE', 'KEY'].join(' ')}-----`;
const [begin, end] = [marked('BEGIN'), marked('END')];
const keyLine = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(2);

describe('a redacted line', () => {
  const plain = { type: 'note', text: `a\n${token}\tb`, list: [{ [token]: 1, more: null }] };
  for (const [name, line] of [
    ['after an escaped line break', JSON.stringify(plain)],
    ['in JSON that another JSON text holds', JSON.stringify({ held: JSON.stringify(plain) })],
    ['spelled by its numbers', JSON.stringify(plain).replaceAll('ghp_', String.raw`\u0067hp_`)],
    ['whose key has no end', JSON.stringify({ text: `${begin}\n${keyLine}`, token })],
    ['in a field that comes twice', `{"a":"${token}","a":"b"}`],
  ] as const)
    it(`stays JSON without the secret ${name}`, () => {
      const clean = redactLine(line);
      assert.ok(!JSON.stringify(JSON.parse(clean)).includes(token), clean);
      assert.ok(!clean.includes(keyLine));
      assert.deepEqual(findSecrets(clean), []);
    });

  it('stays as it is when it holds none', () => {
    for (const line of [
      '{"n":12345678901234567890, "s" : "x"}',
      '{ torn',
      'plain',
      '[1,2',
      '{"u":"https://a","b":"c@d"}',
    ])
      assert.equal(redactLine(line), line);
  });

  it('is redacted as text when nobody could walk it', () => {
    const deep = `${'['.repeat(100_000)}"${token}"${']'.repeat(100_000)}`;
    assert.ok(!redactLine(deep).includes(token));
  });

  it('redacts every string of a value, and nothing else', () => {
    assert.deepEqual(redactAll({ n: 1, b: true, z: null, s: [token, 'x'] }), {
      n: 1,
      b: true,
      z: null,
      s: ['[redacted: GitHub token]', 'x'],
    });
  });
});

describe('lines one after another', () => {
  const all = (...texts: readonly string[]): readonly (string | null)[] => {
    const redactor = createLineRedactor();
    return texts.map((text) => redactor.line(text));
  };

  it('lose a private key from its beginning to its end', () => {
    assert.deepEqual(all('a', `x ${begin}`, keyLine, keyLine, `${end} y`, 'b'), [
      'a',
      'x [redacted: private key]',
      null,
      null,
      ' y',
      'b',
    ]);
  });

  it('show the sentence behind a key that has no end', () => {
    assert.deepEqual(all(begin, keyLine, '', 'ab3=', 'All tests pass.', end, 'b'), [
      '[redacted: private key]',
      null,
      null,
      null,
      'All tests pass.',
      end,
      'b',
    ]);
  });

  it('find the next event behind a key without an end, and give one up that never ends', () => {
    assert.deepEqual(all(begin, keyLine, '{"type":"done"}', 'b').slice(1), [null, '{"type":"done"}', 'b']);
    const lost = all(begin, ...Array.from({ length: 2000 }, () => keyLine), 'b');
    assert.equal(lost.at(-1), 'b');
  });

  it('go on after an event that holds the beginning of a key', () => {
    assert.deepEqual(all(JSON.stringify({ text: begin }), 'b').at(-1), 'b');
  });
});

describe('a line in pieces', () => {
  const noise = fc.oneof(
    fc.constantFrom(
      token,
      `${begin}\n${keyLine}\n${end}`,
      `https://me:${'pw'.repeat(8)}@host/x`,
      `aws_secret_access_key = ${'aB3+'.repeat(10)}`,
      `AccountKey=${'aB3+'.repeat(20)}==`,
      `Bearer ${'aB3.'.repeat(8)}`,
      `eyJ${'aB3x'.repeat(6)}.eyJ${'aB3x'.repeat(6)}.${'aB3x'.repeat(6)}`,
      'sk-',
      '://',
      '-----',
    ),
    fc.string({ maxLength: 40 }),
  );

  it('is never cut inside a secret', () => {
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 60 }), fc.nat(400), (parts, overlap) => {
        const text = parts.join(' ');
        const cut = safeCut(text, 200 + overlap);
        const [before, after] = [findSecrets(text.slice(0, cut)), findSecrets(text.slice(cut))];
        assert.deepEqual([...new Set([...before, ...after])].toSorted(), findSecrets(text).toSorted());
      }),
    );
  });

  for (const [name, secret, left] of [
    ['a token', token, token],
    ['credentials', `https://me:${'pw'.repeat(20)}@host`, 'pw'.repeat(20)],
    ['a private key', `${begin}${keyLine}${end}`, keyLine],
    ['a key that its name shows', `aws_secret_access_key = ${'aB3+'.repeat(10)}`, 'aB3+'.repeat(10)],
  ] as const)
    it(`shows no part of ${name}, wherever it is cut`, () => {
      for (let filler = 64 * 1024 - 4300; filler <= 64 * 1024; filler += 37) {
        const redactor = createLineRedactor();
        const text = `${'.'.repeat(filler)} ${secret} ${'.'.repeat(5000)} tail`;
        const first = redactor.piece(text.slice(0, 64 * 1024));
        const clean = first.clean + (redactor.line(first.rest + text.slice(64 * 1024)) ?? '');
        assert.ok(!clean.includes(left.slice(0, 20)) && clean.endsWith('tail'), `${filler}`);
      }
    });

  it('swallows the rest of a token and of a key that are longer than a piece', () => {
    for (const [long, expected] of [
      [`sk-${'a'.repeat(200_000)} tail`, ' tail'],
      [`${begin}${'b'.repeat(90_000)}${end} tail`, ' tail'],
    ] as const) {
      const redactor = createLineRedactor();
      let [clean, held] = ['', ''];
      for (let at = 0; at + 50_000 < long.length; at += 50_000) {
        const { clean: more, rest } = redactor.piece(held + long.slice(at, at + 50_000));
        clean += more;
        held = rest;
      }
      clean += redactor.line(held + long.slice(Math.floor((long.length - 1) / 50_000) * 50_000)) ?? '';
      assert.match(clean, new RegExp(`^\\[redacted: [A-Za-z ]+\\]${expected}$`), clean.slice(0, 200));
    }
  });
});
