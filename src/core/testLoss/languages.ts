import { cLike, hashLike, pythonLike, rustLike, type Syntax } from './bare.ts';

/** What tests look like in a language. Each pattern finds one thing at each place that it matches. */
export interface Language {
  readonly endings: readonly string[];
  readonly syntax: Syntax;
  readonly test: RegExp;
  /** Keeps a test, or all but one, from running. */
  readonly skip: RegExp;
  readonly assertion: RegExp;
  /** An assertion that holds whatever is tested. */
  readonly trivial: RegExp;
}

const script: Language = {
  endings: ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'],
  syntax: cLike,
  test: /\b(?:x?it|f?it|x?test|Deno\.test)(?:\.\w+)*\s*(?:\([^()]*\))?\s*[(`]/g,
  skip: /\b(?:it|test|describe|context|suite)(?:\.\w+)*\.(?:skip|skipIf|runIf|todo|fixme|failing|fails|only)\b|\b(?:xit|xtest|xdescribe|xcontext|fit|fdescribe)\s*\(|\b(?:this|t|ctx|context)\.(?:skip|todo)\s*\(|\b(?:skip|todo|only)\s*:/g,
  assertion:
    /\b(?:assert|expect)\b(?:\.\w+)*\s*(?:<[^<>()]*>)?\(|\bt\.(?:is|not|truthy|falsy|deepEqual|equal|equals|ok|true|false|throws|throwsAsync|regex|like|same|match|snapshot)\s*\(|\.should\b/g,
  trivial:
    /\bassert(?:\.ok|\.isTrue|\.isOk)?\s*\(\s*(?:true|1|!0|!false)\s*[,)]|\b(?:assert\.\w*[eE]qual|assert\.\w*[sS]ame|assert\.equals|t\.is|t\.deepEqual|t\.equal)\s*\(\s*([\w.]+)\s*,\s*\1\s*[,)]|\bexpect\s*\(\s*(?:true|1|!0)\s*\)\s*\.(?:toBe|toEqual|toStrictEqual|toBeTruthy|toBeDefined|to\b)|\bexpect\s*\(\s*([\w.]+)\s*\)\s*\.(?:toBe|toEqual|toStrictEqual)\s*\(\s*\2\s*\)|\|\|\s*true\s*[,)]/g,
};

const python: Language = {
  endings: ['py'],
  syntax: pythonLike,
  test: /^[ \t]*(?:async[ \t]+)?def[ \t]+test\w*[ \t]*\(/gm,
  skip: /@(?:pytest\.mark\.(?:skip|skipif|xfail)|(?:unittest\.)?(?:skip|skipIf|skipUnless|expectedFailure))\b|\bpytestmark\s*=\s*pytest\.mark\.(?:skip|skipif|xfail)\b|\bpytest\.(?:skip|xfail|importorskip)\s*\(|\bself\.skipTest\s*\(|\braise\s+(?:unittest\.)?SkipTest\b/g,
  assertion:
    /^[ \t]*assert\b|\bself\.(?:assert\w+|fail)\s*\(|\bpytest\.(?:raises|warns|fail)\s*\(|\bnp\.testing\.assert\w+\s*\(/gm,
  trivial:
    /^[ \t]*assert[ \t]*\(?[ \t]*(?:True|1|not[ \t]+False)[ \t]*\)?[ \t]*(?:,|;|$)|^[ \t]*assert[ \t]+([\w.]+)[ \t]*(?:==|is)[ \t]*\1[ \t]*(?:,|;|$)|\bself\.assertTrue\s*\(\s*True\s*[,)]|\bself\.assertEquals?\s*\(\s*([\w.]+)\s*,\s*\2\s*[,)]|\bor[ \t]+True\b/gm,
};

const go: Language = {
  endings: ['go'],
  syntax: cLike,
  test: /^func\s+(?:Test|Fuzz|Example)\w*\s*\(|\bt\.Run\s*\(/gm,
  skip: /\b[tbf]\.(?:Skip|Skipf|SkipNow)\s*\(/g,
  assertion: /\bt\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\s*\(|\b(?:assert|require)\.\w+\s*\(/g,
  trivial:
    /\b(?:assert|require)\.True\s*\(\s*t\s*,\s*true\s*[,)]|\b(?:assert|require)\.Equal\s*\(\s*t\s*,\s*([\w.]+)\s*,\s*\1\s*[,)]|\bif\s+false\b/g,
};

const rust: Language = {
  endings: ['rs'],
  syntax: rustLike,
  test: /#\[\s*(?:\w+::)*(?:test|rstest|test_case|quickcheck)\b/g,
  skip: /#\[\s*ignore\b|#\[\s*cfg_attr\s*\([^)]*\bignore\b/g,
  assertion: /\b(?:debug_|prop_)?assert(?:_\w+)?!\s*[([{]/g,
  trivial:
    /\b(?:debug_)?assert!\s*\(\s*(?:true|!false)\s*[,)]|\bassert_eq!\s*\(\s*([\w.]+)\s*,\s*\1\s*[,)]|\|\|\s*true\s*[,)]/g,
};

const java: Language = {
  endings: ['java', 'kt', 'kts', 'scala', 'groovy'],
  syntax: { ...cLike, long: ['"""'] },
  test: /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate)\b/g,
  skip: /@(?:Disabled\w*|Ignore|EnabledIf\w*|EnabledOn\w*)\b|\b(?:Assumptions?\.)?assum(?:e|ing)(?:True|False|That|Not\w+)\s*\(/g,
  assertion: /\b(?:assert\w*|verify\w*|fail|expectThrows)\s*\(|\bshould(?:Be|Throw|Not\w*|Equal)?\b/g,
  trivial:
    /\bassertTrue\s*\(\s*true\s*[,)]|\bassertFalse\s*\(\s*false\s*[,)]|\bassert(?:Equals|Same)\s*\(\s*([\w.]+)\s*,\s*\1\s*[,)]|\|\|\s*true\s*[,)]/g,
};

const csharp: Language = {
  endings: ['cs', 'fs', 'vb'],
  syntax: cLike,
  test: /\[\s*(?:Fact|Theory|Test|TestCase|TestMethod|DataTestMethod)\b/g,
  skip: /\bSkip\s*=|\[\s*(?:Ignore|Explicit)\b|\bAssert\.(?:Inconclusive|Ignore)\s*\(/g,
  assertion: /\b(?:\w*Assert)\.\w+\s*\(|\.Should\s*\(/g,
  trivial:
    /\bAssert\.(?:True|IsTrue)\s*\(\s*true\s*[,)]|\bAssert\.(?:Equal|AreEqual)\s*\(\s*([\w.]+)\s*,\s*\1\s*[,)]|\|\|\s*true\s*[,)]/g,
};

const ruby: Language = {
  endings: ['rb'],
  syntax: hashLike,
  test: /^[ \t]*(?:x|f)?(?:it|specify|example|test)\s+["']|^[ \t]*def[ \t]+test_\w+/gm,
  skip: /^[ \t]*(?:xit|xdescribe|xcontext|fit|fdescribe|skip|pending)\b/gm,
  assertion: /\b(?:assert\w*|refute\w*|flunk)\b|\bexpect\s*[({]|\.should\b/g,
  trivial:
    /\bassert\s*\(?\s*true\b|\bexpect\s*\(\s*(?:true|1)\s*\)\.to\b|\bassert_equal\s*\(?\s*([\w.]+)\s*,\s*\1\s*\)?\s*$/gm,
};

const php: Language = {
  endings: ['php'],
  syntax: { ...cLike, line: ['//', '#'] },
  test: /\bfunction\s+test\w*\s*\(|^[ \t]*(?:it|test)\s*\(/gm,
  skip: /\bmarkTest(?:Skipped|Incomplete)\s*\(|->(?:skip|todo|only)\s*\(/g,
  assertion: /\bassert\w*\s*\(|\bexpect\s*\(/g,
  trivial: /\bassertTrue\s*\(\s*true\s*[,)]|\bassert(?:Equals|Same)\s*\(\s*(\$?[\w.]+)\s*,\s*\1\s*[,)]/g,
};

/** Languages that are only counted: words that tests and their assertions usually have. */
export const otherLanguage: Language = {
  endings: [
    'c',
    'cc',
    'cpp',
    'cxx',
    'h',
    'hpp',
    'm',
    'mm',
    'swift',
    'dart',
    'ex',
    'exs',
    'lua',
    'pl',
    't',
    'sh',
    'bats',
    'zig',
  ],
  syntax: { line: [], block: [], quotes: [], long: [] },
  test: /\b(?:TEST|TEST_F|TEST_P|TEST_CASE|XCTest\w*|@test)\b|\bfunc\s+test\w*\s*\(/g,
  skip: /\b(?:XCTSkip\w*|GTEST_SKIP|DISABLED_\w+|skip|ignore|disabled)\b/gi,
  assertion: /\b(?:XCT)?(?:assert|expect|require|should|check)\w*\b/gi,
  trivial: /\b(?:ASSERT|EXPECT)_TRUE\s*\(\s*true\s*\)|\bXCTAssertTrue\s*\(\s*true\s*[,)]/g,
};

const languages: readonly Language[] = [script, python, go, rust, java, csharp, ruby, php, otherLanguage];

/** The language of a file, by the ending of its name; null for what holds no program. */
export const languageOf = (path: string): Language | null =>
  languages.find(({ endings }) => endings.some((ending) => path.endsWith(`.${ending}`))) ?? null;
