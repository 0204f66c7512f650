import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { bare, cLike, pythonLike } from '../../../../src/core/testLoss/bare.ts';
import { isTestPath, mayHoldTests } from '../../../../src/core/testLoss/isTestPath.ts';
import { testLosses } from '../../../../src/core/testLoss/testLosses.ts';

const found = (path: string, before: string | null, after: string | null): readonly string[] =>
  testLosses([{ path, before, after }]).map(
    ({ kind, lines, ...counts }) =>
      `${kind} ${counts.before}→${counts.after}${lines.length > 0 ? ` at ${lines.join()}` : ''}`,
  );

const scripts = `import assert from 'node:assert/strict';
it('adds', () => {
  assert.equal(add(1, 2), 3);
  assert.ok(add(0, 0) === 0); // it('is no test', () => assert(true))
});
it('has text', () => expect(text).toBe("it('x'); expect(true).toBe(true)"));
`;
const python = `def test_adds():
    """assert True, test_text"""
    assert add(1, 2) == 3
    with pytest.raises(TypeError):
        add(None, 1)
`;
const golang = `func TestAdd(t *testing.T) {
	if Add(1, 2) != 3 {
		t.Fatal("no")
	}
	assert.Equal(t, Add(0, 0), 0)
}
`;
const rusty = `fn add<'a>(x: &'a i32) -> i32 { *x }
#[cfg(test)]
mod tests {
    #[test]
    fn adds() { assert_eq!(add(&1), 1); }
    #[tokio::test]
    async fn waits() { assert!(true_of("assert!(true)")); }
}
`;
const java = `class AddTest {
  @Test void adds() { assertEquals(3, add(1, 2)); }
  @ParameterizedTest void more(int n) { assertThat(n).isPositive(); }
}
`;
const csharp = `class AddTests {
  [Fact] public void Adds() { Assert.Equal(3, Add(1, 2)); }
}
`;
const ruby = `it "adds" do
  expect(add(1, 2)).to eq 3
end
`;
const swift = `func testAdds() { XCTAssertEqual(add(1, 2), 3) }
`;

describe('what a change takes away from the tests', () => {
  const cases: readonly (readonly [
    name: string,
    path: string,
    before: string,
    change: readonly [string, string],
    string[],
  ])[] = [
    [
      'a dropped assertion',
      'test/add.test.ts',
      scripts,
      ['  assert.equal(add(1, 2), 3);\n', ''],
      ['fewer-assertions 3→2'],
    ],
    ['a skipped test', 'test/add.test.ts', scripts, ["it('adds'", "it.skip('adds'"], ['skipped 0→1 at 2']],
    ['a test that alone runs', 'test/add.test.ts', scripts, ["it('adds'", "it.only('adds'"], ['skipped 0→1 at 2']],
    [
      'a test commented out',
      'test/add.test.ts',
      scripts,
      ["it('has", "// it('has"],
      ['fewer-tests 2→1', 'fewer-assertions 3→2'],
    ],
    ['an assertion of nothing', 'test/add.test.ts', scripts, ['add(0, 0) === 0', 'true'], ['trivial 0→1 at 4']],
    ['an equality with itself', 'test/add.test.ts', scripts, ['add(1, 2), 3', 'three, three'], ['trivial 0→1 at 3']],
    [
      'an expectation of a constant',
      'a.spec.js',
      scripts,
      ['expect(text).toBe(', 'expect(1).toBe(1) || expect(text).toBe('],
      ['trivial 0→1 at 6'],
    ],
    [
      'a skip in an options object',
      'a.spec.js',
      scripts,
      ["'adds', (", "'adds', { skip: true }, ("],
      ['skipped 0→1 at 2'],
    ],
    ['python: a skip', 'tests/test_add.py', python, ['def', '@pytest.mark.skip\ndef'], ['skipped 0→1 at 1']],
    [
      'python: an expected failure',
      'tests/test_add.py',
      python,
      ['def', '@pytest.mark.xfail(reason="x")\ndef'],
      ['skipped 0→1 at 1'],
    ],
    ['python: an assertion of nothing', 'tests/test_add.py', python, ['add(1, 2) == 3', 'True'], ['trivial 0→1 at 3']],
    ['python: or True', 'tests/test_add.py', python, ['== 3', '== 3 or True'], ['trivial 0→1 at 3']],
    ['python: a renamed test', 'tests/test_add.py', python, ['def test_adds', 'def adds'], ['fewer-tests 1→0']],
    ['go: a skip', 'add_test.go', golang, ['\tif Add', '\tt.Skip("later")\n\tif Add'], ['skipped 0→1 at 2']],
    ['go: a dropped failure', 'add_test.go', golang, ['t.Fatal("no")', '_ = 1'], ['fewer-assertions 2→1']],
    ['go: never', 'add_test.go', golang, ['if Add(1, 2) != 3', 'if false'], ['trivial 0→1 at 2']],
    ['rust: an ignored test', 'src/add.rs', rusty, ['    #[test]', '    #[ignore] #[test]'], ['skipped 0→1 at 4']],
    ['rust: a test that is none any more', 'src/add.rs', rusty, ['    #[test]\n', ''], ['fewer-tests 2→1']],
    ['rust: an assertion of nothing', 'src/add.rs', rusty, ['true_of("assert!(true)")', 'true'], ['trivial 0→1 at 7']],
    ['java: a disabled test', 'src/AddTest.java', java, ['@Test', '@Disabled @Test'], ['skipped 0→1 at 2']],
    ['java: an assertion of nothing', 'src/AddTest.java', java, ['3, add(1, 2)', 'n, n'], ['trivial 0→1 at 2']],
    ['c#: a skipped test', 'AddTests.cs', csharp, ['[Fact]', '[Fact(Skip = "x")]'], ['skipped 0→1 at 2']],
    ['ruby: a pending test', 'spec/add_spec.rb', ruby, ['it "adds"', 'xit "adds"'], ['skipped 0→1 at 1']],
    ['others by counts', 'Tests/AddTests.swift', swift, ['XCTAssertEqual(add(1, 2), 3)', ''], ['fewer-assertions 1→0']],
  ];
  for (const [name, path, before, [from, to], expected] of cases)
    it(`is seen: ${name}`, () => {
      assert.ok(before.includes(from), 'the change is none');
      assert.deepEqual(found(path, before, before.replace(from, to)), expected);
    });

  for (const [path, text] of [
    ['a.test.ts', scripts],
    ['test_a.py', python],
    ['a_test.go', golang],
    ['src/a.rs', rusty],
    ['ATest.java', java],
    ['a_spec.rb', ruby],
    ['ATests.swift', swift],
  ] as const) {
    it(`is nothing where ${path} stays or grows`, () => {
      assert.deepEqual(found(path, text, text), []);
      assert.deepEqual(found(path, null, text), []);
      assert.deepEqual(found(path, text, `${text}\n${text}`), []);
    });
    it(`is seen where ${path} is deleted`, () => {
      const [only, ...rest] = found(path, text, null);
      assert.deepEqual([only?.replace(/\d/, 'n'), rest], ['deleted n→0', []]);
    });
  }

  it('is compared with where a file went', () => {
    const moved = testLosses([
      { path: 'test/old.test.ts', before: scripts, after: null },
      { path: 'test/new.test.ts', before: null, after: scripts },
    ]);
    assert.deepEqual(moved, []);
    const weaker = testLosses([
      { path: 'test/old.test.ts', before: scripts, after: null },
      { path: 'test/new.test.ts', before: null, after: scripts.replace("it('adds'", "it.skip('adds'") },
    ]);
    assert.deepEqual(
      weaker.map(({ path, kind }) => [path, kind]),
      [['test/new.test.ts', 'skipped']],
    );
    const other = testLosses([
      { path: 'test/old.test.ts', before: scripts, after: null },
      { path: 'test/new.test.ts', before: null, after: "it('x', () => assert.ok(true));\n" },
    ]);
    assert.deepEqual(
      other.map(({ path, kind }) => [path, kind]),
      [
        ['test/old.test.ts', 'deleted'],
        ['test/new.test.ts', 'trivial'],
      ],
    );
  });

  it('is nothing of what holds no program', () => {
    assert.deepEqual(found('test/fixtures/a.json', '{"expect": 1}', null), []);
    assert.deepEqual(found('test/README.md', 'We expect it. skip', 'skip skip'), []);
  });

  it('is told of any text, with places that are there', () => {
    const words = fc.constantFrom(
      "it('x', () => {",
      'it.skip(',
      'assert(true);',
      "'",
      '"',
      '`',
      '/*',
      '*/',
      '//',
      '\n',
      '#[test]',
      'def test_a():',
      '\\',
      '"""',
      'r#"',
      '"#',
      'expect(a)',
    );
    const text = fc.array(words, { maxLength: 40 }).map((all) => all.join(' '));
    fc.assert(
      fc.property(
        text,
        text,
        fc.constantFrom('a.test.ts', 'test_a.py', 'a_test.go', 'a.rs', 'ATest.java', 'a_test.c'),
        (before, after, path) => {
          const losses = testLosses([{ path, before, after }]);
          const lines = after.split('\n').length;
          assert.ok(losses.every((loss) => loss.lines.every((line) => line >= 1 && line <= lines)));
          assert.deepEqual(testLosses([{ path, before: after, after }]), []);
          for (const syntax of [cLike, pythonLike]) {
            const code = bare(after, syntax);
            assert.equal(code.length, after.length);
            assert.equal(code.split('\n').length, lines);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('what is taken away from tests of a language that is not known', () => {
  const kinds = (path: string, before: string, after: string | null) =>
    testLosses([{ path, before, after }]).map(({ kind }) => kind);
  const both = 'check a == 1\ncheck b == 2\n';

  for (const path of ['tests/a_test.nim', 'test/thing_SUITE.erl', 'src/FooSpec.hs', 'test/runtests', 'tests/a.jl']) {
    it(`is told where a file goes: ${path}`, () => assert.deepEqual(kinds(path, both, null), ['deleted']));
    it(`is told by counts where assertions go: ${path}`, () =>
      assert.deepEqual(kinds(path, both, 'check a == 1\n'), ['fewer-assertions']));
  }
  for (const path of ['tests/data.json', 'test/README.md', 'tests/page.snap', 'test/.keep', 'src/a.nim'])
    it(`is nothing for ${path}`, () => {
      assert.deepEqual(kinds(path, both, null), []);
      assert.deepEqual(kinds(path, both, 'check a == 1\n'), []);
    });
});

describe('a test’s path', () => {
  for (const path of [
    'test/a.ts',
    'src/__tests__/a.js',
    'a.test.ts',
    'a_test.go',
    'test_a.py',
    'tests/conftest.py',
    'spec/a_spec.rb',
    'src/AddTest.java',
    'AddTests.cs',
  ])
    it(`is ${path}`, () => assert.ok(isTestPath(path)));
  for (const path of ['src/latest.ts', 'src/contest/a.ts', 'src/attest.py', 'docs/testing.md', 'src/a.rs'])
    it(`is not ${path}`, () => assert.ok(!isTestPath(path)));
  it('may be any in Rust', () => assert.ok(mayHoldTests('src/a.rs')));
});
