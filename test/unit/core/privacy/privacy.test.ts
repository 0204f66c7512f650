import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { defaultLabels, defaultPrivatePaths, type PrivacyConfig } from '../../../../src/core/privacy/config.ts';
import { createPrivacy } from '../../../../src/core/privacy/privacy.ts';
import { assertLinear } from './linear.ts';
import { hostileText, searchLabels, searchPaths } from './hostile.ts';

const byDefault: PrivacyConfig = {
  labels: defaultLabels,
  paths: defaultPrivatePaths,
  emails: false,
  root: '/srv/repo',
};
const ofSearch: PrivacyConfig = { labels: searchLabels, paths: searchPaths, emails: true, root: '/home/kim/repo' };
const usual = createPrivacy(byDefault);
const search = createPrivacy(ofSearch);

const field = 'private raw field value';
const path = 'absolute local path';
const artifact = 'private artifact path';

/** What a text becomes, and what an audit of it as it was finds. A text without findings stays as it is. */
type Row = readonly [text: string, clean: string, ...found: readonly string[]];

const check = (privacy: typeof usual, rows: readonly Row[]): void => {
  for (const [text, clean, ...found] of rows)
    it(`make ${JSON.stringify(text)} ${text === clean ? 'no finding' : found.join(' and ')}`, () => {
      assert.deepEqual([privacy.redact(text), privacy.audit(text)], [clean, found]);
      assert.deepEqual([privacy.redact(clean), privacy.audit(clean)], [clean, []]);
    });
};

describe('private fields', () => {
  check(search, [
    ['leaked doc_id: SECRET-XYZ from the corpus', 'leaked doc_id: [redacted-private-value]', field],
    ['- evidence: row 7; ok', '- evidence: [redacted-private-value]; ok', field],
    ['> 1. **Evidence**: row 7', '> 1. **Evidence: [redacted-private-value]', field],
    ['the evidence: row 7 is fine', 'the evidence: row 7 is fine'],
    ['- Validation evidence: pytest passed', '- Validation evidence: pytest passed'],
    ['my raw evidence: row 7', 'my raw evidence: [redacted-private-value]', field],
    ['a question: what', 'a question: [redacted-private-value]', field],
    ['**Doc ID:** a, b', '**Doc ID: [redacted-private-value], b', field],
    ['Answer:\n- fine\n- good', 'Answer: [redacted-private-value]\n- good', field],
    ['Answer:\n\n[VERDICT: PASS]', 'Answer:\n\n[VERDICT: PASS]'],
    ["{'chunk-id': 'abc'}", "{'chunk-id: [redacted-private-value]", field],
    ['{"question": "abc"}', '{"question": "[redacted-private-value]"}', 'json private raw field value'],
    ['{"doc_id":7}', '{"doc_id":"[redacted-private-value]"}', 'json private raw field value'],
    ['{"question": ""}', '{"question": ""}'],
    ['{"evidence": ["x"]}', '{"evidence": ["x"]}'],
    [
      '{"doc_id":[["]"],{"a":1}],"b":[2]}',
      '{"doc_id":"[redacted-private-value]","b":[2]}',
      'json private raw field value',
    ],
    ['{"doc_id" : {\n"a": [[7]]}}', '{"doc_id" : "[redacted-private-value]"}', 'json private raw field value'],
    ['{"doc_id":["torn', '{"doc_id":"[redacted-private-value]"', 'json private raw field value'],
    ['{"doc_id":[ ],"question":{}}', '{"doc_id":[ ],"question":{}}'],
    ['run --doc-id 77 --fast', 'run --doc-id [redacted-private-value] --fast', 'private raw flag value'],
    ['run --raw-question "who is it" now', 'run --raw-question [redacted-private-value] now', 'private raw flag value'],
    ['doc_id-77', '[redacted-private-token]', 'raw private id token'],
    ['chunkid_a7 and doc_id_map', '[redacted-private-token] and doc_id_map', 'raw private id token'],
    // A letter of any script before a name makes it a part of another word, as it does for Python.
    ['문서doc_id: a', '문서doc_id: a'],
    ['문서 doc_id: 가나', '문서 doc_id: [redacted-private-value]', field],
    ['my_doc_id: a', 'my_doc_id: a'],
    ['[redacted: private key]', '[redacted: private key]'],
  ]);
  check(usual, [
    ['SSN = 078-05-1120', 'SSN: [redacted-private-value]', field],
    ['cardNumber: 4111 1111', 'cardNumber: [redacted-private-value]', field],
    ['question: what? answer: that; evidence: this', 'question: what? answer: that; evidence: this'],
    ['filename: a.ts', 'filename: a.ts'],
    ['{"ssn":["123-45-6789"]}', '{"ssn":"[redacted-private-value]"}', 'json private raw field value'],
    ['{"SSN":{"value":"123-45-6789"}}', '{"SSN":"[redacted-private-value]"}', 'json private raw field value'],
  ]);
});

describe('private files', () => {
  check(search, [
    ['reports/real100/eval.json', 'reports/real100/[redacted-private-artifact]', artifact],
    ['reports/real100_v2/eval.json', 'reports/[redacted-private-artifact]', artifact],
    ['reports/real100 and reports/other/x', 'reports/real100 and reports/other/x'],
  ]);
  check(usual, [
    ['see (secrets/a,b[c].md) there', 'see (secrets/[redacted-private-artifact]) there', artifact],
    [
      '[it](secrets/q) [secrets/q](there)',
      '[it](secrets/[redacted-private-artifact]) [secrets/[redacted-private-artifact])',
      artifact,
    ],
    ['+++ b/data/private/kim.csv', '+++ b/data/private/[redacted-private-artifact]', artifact],
    ['/srv/repo/.env.local', '[redacted-private-artifact]', path],
    ['spawn(a).env(b)', 'spawn(a).env(b)'],
    ['process.env and src/secrets/x and no.secrets/y', 'process.env and src/secrets/x and no.secrets/y'],
  ]);
});

describe('paths of this machine', () => {
  check(usual, [
    ['/Users/kim/x', '[redacted-local-path]', path],
    [
      'at /home/kim, (/root/.ssh/id) `/var/folders/ab/c`',
      'at [redacted-local-path], ([redacted-local-path]) `[redacted-local-path]`',
      path,
    ],
    ['file:///Volumes/disk/a /private/tmp', 'file://[redacted-local-path] [redacted-local-path]', path],
    ['경로는/Users/kim/가', '경로는[redacted-local-path]', path],
    [String.raw`C:\Users\Kim Young\a and "c:\\users\\kim"`, '[redacted-local-path] and "[redacted-local-path]"', path],
    [
      'no x in /home/a/b:/home/c:/usr/bin;say y',
      'no x in [redacted-local-path]:[redacted-local-path]:/usr/bin;say y',
      path,
    ],
    ['/root/a.ts:3:7: wrong', '[redacted-local-path]:3:7: wrong', path],
    ['/mnt/c/Users/kim', '[redacted-local-path]', path],
    ['src/home/x https://a.example/home/x ./Users', 'src/home/x https://a.example/home/x ./Users'],
    ['/tmp/x /usr/bin/env /homepage', '/tmp/x /usr/bin/env /homepage'],
    ['/srv/repo/src/a.ts:3 in /srv/repo, /srv/repo.', 'src/a.ts:3 in ., ..', path],
    ['/srv/repository/x /a/srv/repo/x', '/srv/repository/x /a/srv/repo/x'],
    ['kim@example.org', 'kim@example.org'],
  ]);
  check(search, [
    ['kim.lee@mail.example.org wrote', '[redacted-email] wrote', 'e-mail address'],
    ['git@github.com:owner/name.git', 'git@github.com:owner/name.git'],
    ['/home/kim/repo/a /home/kim/b', 'a [redacted-local-path]', path],
  ]);

  it('are shown relative to the repository, or not at all', () => {
    assert.deepEqual(
      ['/srv/repo/a/b', '/srv/other', '/srv/repo', 'secrets/x', 'src/a'].map((one) => usual.displayPath(one)),
      ['a/b', '[redacted-local-path]', '.', 'secrets/[redacted-private-artifact]', 'src/a'],
    );
  });
});

const odd: PrivacyConfig = {
  labels: ['redacted', 'private value', '^redacted-local-path', 'text', 'https'],
  paths: ['*redacted*', '[redacted*/**', '**/*]', 'a/*'],
  emails: true,
  root: '/[redacted-private-artifact]',
};

describe('a redacted text', () => {
  for (const [name, config] of [
    ['as usual', byDefault],
    ['with fields of a search engine', ofSearch],
    ['with rules that match the marks themselves', odd],
  ] as const)
    it(`holds nothing that an audit finds, and stays as it is, ${name}`, () => {
      const privacy = createPrivacy(config);
      fc.assert(
        fc.property(hostileText(config), (text) => {
          const clean = privacy.redact(text);
          assert.deepEqual([privacy.redact(clean), privacy.audit(clean)], [clean, []]);
        }),
        { numRuns: 1500 },
      );
    });

  it('is as clean when it is a part of JSON, whatever its fields are called', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(hostileText(ofSearch), { maxLength: 6 }), (value, [key = '', ...texts]) => {
        const clean = search.redactValue({ [key]: texts, held: { [texts[0] ?? 'doc_id']: texts[1] ?? 'x', value } });
        for (const json of [JSON.stringify(clean), JSON.stringify(clean, null, 2)])
          assert.deepEqual(search.auditJson(json), [], json);
        assert.deepEqual(search.redactValue(clean), clean);
      }),
      { numRuns: 500 },
    );
  });

  it('takes the names of fields for what they are, and leaves other values alone', () => {
    const value = {
      doc_id: 'a',
      'Raw Doc-ID': 7,
      question: ['q'],
      answer: { text: 7 },
      evidence: ['q: doc_id: a'],
      chunk_id: [],
      filename: '',
      n: 1,
      b: [true, null],
      id: 'x',
    };
    assert.deepEqual(search.redactValue(value), {
      ...value,
      doc_id: '[redacted-private-value]',
      'Raw Doc-ID': '[redacted-private-value]',
      question: '[redacted-private-value]',
      answer: '[redacted-private-value]',
      evidence: ['q: doc_id: [redacted-private-value]'],
    });
  });
});

describe('an audit of JSON', () => {
  for (const [text, ...found] of [
    [String.raw`{"a":"\u002fUsers/kim"}`, path],
    ['{"doc_id":"x","doc_id":""}', 'json private raw field value'],
    ['{"a": {"doc_id" : "x"}', 'json private raw field value'],
    ['{"a":"b\\nevidence: row"}', field],
    ['{"a": "unclosed /Users/kim\n{"b":"/Users/kim"}', path],
    ['not JSON at all: /Users/kim', path],
    ['{"doc_id":["x"]}', 'json private raw field value'],
    ['{"a":{"doc_\\u0069d": {"x":null}}}', 'json private raw field value'],
    ['{"doc_id":[],"question":null,"answer":true,"evidence":["x"],"b":"doc_id","c":"--doc-id","d":"x"}'],
    ['{"a":"[redacted-local-path]","doc_id":"[redacted-private-value]"}'],
  ] as const)
    it(`finds ${found.join() || 'nothing'} in ${text}`, () => assert.deepEqual(search.auditJson(text), found));

  it('takes time in proportion to the length', () => {
    for (const unit of [String.raw`\"`, '"', '{"doc_id":"', '{"doc_id":[', '"a":1,', '"\n'])
      assertLinear(unit, search.auditJson);
  });
});

describe('redaction of a long text', () => {
  const letters = 'x'.repeat(50);
  for (const unit of [
    'doc_id:',
    'doc_id: \n',
    'raw ',
    'raw-',
    '--doc-id "',
    "--doc-id '",
    'doc_id_x-',
    'doc_id-',
    '"doc_id":"',
    '"doc_id":[',
    '"doc_id":{"',
    '- ',
    '\r',
    ' ',
    '\n',
    'a@',
    'a.',
    `${letters}@`,
    '/',
    '/home/',
    './',
    '../',
    `secrets/${letters} `,
    'secrets/',
    ',',
    '[',
    '**',
    '.env',
    '.e',
    'C:\\Users\\',
    'C:\\Users\\a ',
    '/home/kim/repo',
    '/home/kim/repo/',
    '한글 ',
    `${letters} `,
    'evidence',
  ])
    it(`takes time in proportion to the length of ${JSON.stringify(unit.slice(0, 20))} again and again`, () =>
      assertLinear(unit, search.redact));
});
