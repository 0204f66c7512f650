import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRegistry } from '../../src/adapters/agents/registry.ts';
import { readTranscript } from '../../src/adapters/agents/transcript.ts';
import { parseReport } from '../../src/protocol/report.ts';
import type { LaneOutcome } from '../../src/core/job/types.ts';
import { laneExit, laneSpec, rehearsalBrief } from '../builders/lane.ts';
import { rehearsalProgram } from './support/supervised.ts';

describe('The rehearsal agent', () => {
  const agent = createRegistry({ rehearsalProgram }).find('rehearsal')!;
  let cwd: string;
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@localhost', ...args], {
      cwd,
      encoding: 'utf8',
    }).trim();
  const commit = (): string => {
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', 'work');
    return git('rev-parse', 'HEAD');
  };
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'mam-rehearsal-'));
    git('init', '-q');
    commit();
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  const play = (access: 'read' | 'write', head: object, scenes: readonly unknown[] = []): LaneOutcome => {
    const [program, ...first] = rehearsalProgram;
    const ended = spawnSync(program, [...first, access], {
      cwd,
      input: rehearsalBrief({ ...head }, scenes),
      encoding: 'utf8',
    });
    const reader = readTranscript(agent);
    for (const line of ended.stdout.split('\n')) reader.take(line);
    return agent.judge({
      spec: laneSpec(),
      exit: laneExit({ code: ended.status, signal: ended.signal }),
      transcript: reader.transcript(),
      stderr: ended.stderr,
      lastMessage: null,
    });
  };
  const textOf = (outcome: LaneOutcome): string => (outcome.kind === 'report' ? outcome.text : outcome.problem.code);
  const judgement = (files: readonly string[], claims: readonly string[] = ['**']) => {
    const head = commit();
    const report = textOf(play('read', { kind: 'review', session: 'reviewer', role: 'Reviewer', claims, head, files }));
    const { word, findings } = parseReport(report, { task: 'T-1', round: 1, run: 'r', base: '', head, tree: '' });
    return {
      word,
      findings: findings.map(
        (finding) => `${finding.severity} ${finding.file ?? ''}: ${finding.text.split(':')[0] ?? ''}`,
      ),
    };
  };

  it('writes claimed files whose checks pass, and something new in each round', () => {
    const claims = ['docs/**', 'src/hello.mjs', 'test/hello.test.mjs', 'data/*.json', 'notes.txt'];
    const files = ['docs/t-1.md', 'src/hello.mjs', 'test/hello.test.mjs', 'data/t-1.json', 'notes.txt'];
    assert.match(textOf(play('write', { claims })), /`src\/hello\.mjs`/);
    assert.deepEqual(
      files.map((file) => existsSync(join(cwd, file))),
      files.map(() => true),
    );
    const check = spawnSync(process.execPath, ['--test', 'test/hello.test.mjs'], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
    assert.equal(check.status, 0, check.stdout);
    assert.deepEqual(judgement(files, claims), { word: 'pass', findings: [] });

    play('write', { claims, round: 2 });
    assert.deepEqual(
      git('status', '--short')
        .split('\n')
        .map((line) => line.trim().slice(2)),
      ['data/t-1.json', 'docs/t-1.md', 'notes.txt', 'src/hello.mjs', 'test/hello.test.mjs'],
    );
    assert.equal(
      spawnSync(process.execPath, ['--test', 'test/hello.test.mjs'], { cwd, env: { PATH: process.env['PATH'] } })
        .status,
      0,
    );
  });

  for (const [name, files, expected] of [
    ['nothing', {}, { word: 'not-pass', findings: ['blocker : nothing was changed'] }],
    [
      'broken code',
      { 'a.test.mjs': 'const = 1;\n' },
      { word: 'not-pass', findings: ['blocker a.test.mjs: it can’t be parsed'] },
    ],
    ['broken JSON', { 'a.json': '{' }, { word: 'not-pass', findings: ['blocker a.json: it can’t be parsed'] }],
    ['an empty file', { 'a.md': '\n' }, { word: 'not-pass', findings: ['major a.md: it is empty'] }],
    [
      'conflict markers',
      { 'a.md': '<<<<<<< ours\n' },
      { word: 'not-pass', findings: ['blocker a.md: it holds conflict markers'] },
    ],
    [
      'code without a test',
      { 'a.mjs': 'export const a = 1;\n' },
      { word: 'pass', findings: ['minor : the change touches no test'] },
    ],
  ] as const)
    it(`reviews ${name}`, () => {
      for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text);
      assert.deepEqual(judgement(Object.keys(files)), expected);
    });

  it('finds what was not claimed, and a checkout that is not at the commit', () => {
    writeFileSync(join(cwd, 'a.md'), 'text\n');
    assert.deepEqual(judgement(['a.md'], ['docs/**']).findings, ['blocker a.md: it is not among the claimed paths']);
    const old = textOf(play('read', { kind: 'review', head: '0'.repeat(40), files: ['a.md'], claims: [] }));
    assert.match(old, /not at the commit under review[\s\S]*\[VERDICT: NOT PASS\]$/);
  });

  it('does what a script says, also what it should not', () => {
    mkdirSync(join(cwd, 'inside'));
    const steps = [
      { write: 'a/b.txt', text: 'one\n' },
      { append: 'a/b.txt', text: 'two\n' },
      { write: '../outside.txt', text: 'x' },
      { link: 'out', to: '/' },
      { delete: 'inside' },
      { commit: 'mine' },
      { work: true },
    ];
    const place = cwd;
    cwd = join(cwd, 'deep');
    mkdirSync(cwd);
    git('init', '-q');
    assert.match(textOf(play('write', { claims: ['docs/hello.md'] }, [{ steps }])), /docs\/hello\.md/);
    assert.deepEqual(
      [
        readFileSync(join(cwd, 'a/b.txt'), 'utf8'),
        existsSync(join(place, 'outside.txt')),
        git('log', '--format=%s'),
        git('status', '--short'),
      ],
      ['one\ntwo\n', true, 'mine', '?? docs/'],
    );
    cwd = place;
  });

  it('gives every kind of verdict', () => {
    const verdict = (step: object): string =>
      textOf(play('read', { kind: 'review', head: 'a'.repeat(40) }, [{ on: { kind: 'review' }, steps: [step] }]));
    const parsed = (step: object) => {
      const { word, problem } = parseReport(verdict(step), {
        task: 'T-1',
        round: 1,
        run: 'r',
        base: '',
        head: 'a'.repeat(40),
        tree: '',
      });
      return word ?? problem?.code;
    };
    assert.deepEqual(
      [
        { verdict: 'pass' },
        { verdict: 'not-pass', summary: '- [blocker] a.md:1 - no' },
        { verdict: 'two' },
        { verdict: 'none' },
        { verdict: 'pass', head: 'b'.repeat(40) },
      ].map(parsed),
      ['pass', 'not-pass', 'verdict.several', 'verdict.missing', 'verdict.otherHead'],
    );
  });

  it('fails in words when its script or its brief is broken', () => {
    assert.equal(textOf(play('write', {}, [{ steps: [{ nonsense: 1 }] }])), 'lane.failed');
    const ended = spawnSync(rehearsalProgram[0], [...rehearsalProgram.slice(1), 'write'], {
      cwd,
      input: 'no head',
      encoding: 'utf8',
    });
    assert.deepEqual([ended.status, JSON.parse(ended.stdout).type], [1, 'error']);
  });
});
