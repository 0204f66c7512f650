import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { prBodyDraft } from '../../../src/app/reports/prBody.ts';
import { usualWords } from '../../../src/core/claim/usualWords.ts';
import { checkBody } from '../../../src/core/ship/checkBody.ts';
import { classify } from '../../../src/core/surface/classify.ts';
import { usualSurfaces } from '../../../src/core/surface/usualSurfaces.ts';
import { taskOf } from '../../builders/core.ts';

const words = Object.values(usualWords);
const claims = words.flatMap(({ performance, quality, benchmark, private: secret }) => [
  ...performance,
  ...quality,
  ...benchmark,
  ...secret,
]);
/** A file of each kind of place that the usual rules know, with a name to be chosen. */
const places = [
  'data/private/',
  'docs/adr/',
  '.github/workflows/',
  'bench/',
  'test/',
  'core/',
  'docs/',
  'src/',
  'x/y/',
];

/** What is found in a draft, as the tick finds it. */
function findings(files: readonly string[], title: string | null): readonly string[] {
  const surface = classify(files, usualSurfaces, ['core/']);
  const entry = title === null ? null : { ...taskOf('T-2026-0001'), title };
  const facts = { task: entry?.id ?? null, entry, issue: '7', files, surface, checks: ['npm run bench'], run: null };
  const text = prBodyDraft({ ...facts, claimWords: words });
  return checkBody(text, { ...facts, words, privacy: [] }).map((one) => one.problem.code);
}

describe('the draft of a pull request’s text', () => {
  it('has nothing in it that MAM itself objects to, whatever files, surfaces and tasks are called', () => {
    const word = fc.constantFrom(...claims, 'plain');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...places), word), { minLength: 1, maxLength: 4 }),
        fc.option(fc.tuple(word, word).map(([a, b]) => `Make ${a} of ${b}`)),
        (named, title) => {
          const files = named.map(([folder, name]) => `${folder}${name}.ts`);
          const isPrivate = files.some((file) => file.startsWith('data/private/'));
          assert.deepEqual(findings(files, title), isPrivate ? ['claim.privateSurface'] : []);
        },
      ),
    );
  });

  it('names the task where the title promises nothing', () => {
    const facts = { task: 'T-2026-0001', issue: '7', files: ['src/a.ts'], checks: [], run: null, claimWords: words };
    const surface = classify(facts.files, usualSurfaces, []);
    const entry = { ...taskOf('T-2026-0001'), title: 'Add retry' };
    assert.match(prBodyDraft({ ...facts, surface, entry }), /\n\nT-2026-0001: Add retry\n/);
  });

  it('is read like any other text: a claim beside the names is found', () => {
    const surface = classify(['bench/score.ts'], usualSurfaces, []);
    const check = (text: string) =>
      checkBody(`${text}\n\nCloses #7`, { issue: '7', files: ['bench/score.ts'], surface, words, privacy: [] }).map(
        (one) => one.problem.params['word'],
      );
    assert.deepEqual(check('`bench/score.ts` for `benchmark-reporting`'), []);
    assert.deepEqual(check('`bench/score.ts` is `faster`, with a better score'), ['faster', 'better', 'score']);
    assert.deepEqual(check('bench/other-score.ts'), ['score']);
  });
});
