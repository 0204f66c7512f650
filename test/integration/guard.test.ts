import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { judgeCall } from '../../src/adapters/agents/guard/judgeCall.ts';
import { guardCommand } from '../../src/adapters/agents/guardCommand.ts';

const program = join(import.meta.dirname, '../../src/adapters/agents/guard/main.ts');

describe('The hook that agents call before a tool runs', () => {
  let root: string;
  let worktree: string;
  let folder: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "mam guard's-"));
    worktree = join(root, 'repo/.claude/worktrees/w');
    folder = join(root, 'repo/.mam/jobs/j');
    for (const path of [join(worktree, 'src'), join(worktree, 'docs'), folder]) mkdirSync(path, { recursive: true });
    writeFileSync(join(worktree, 'docs/readme.md'), 'docs\n');
    writeFileSync(join(root, 'repo/main.txt'), 'main\n');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const command = (claims: readonly string[]): string =>
    guardCommand([process.execPath, program], {
      cwd: worktree,
      folder,
      policy: { claims, controlRoot: join(root, 'repo') },
    }) ?? assert.fail('there is no hook on this system');

  /** Calls it as an agent does: through a shell, with JSON on stdin. */
  const call = (payload: unknown, claims: readonly string[] = ['src/**']) => {
    const end = spawnSync('/bin/sh', ['-c', command(claims)], {
      input: typeof payload === 'string' ? payload : JSON.stringify(payload),
      encoding: 'utf8',
    });
    const said = end.stdout === '' ? null : JSON.parse(end.stdout);
    return { code: end.status, stderr: end.stderr, said };
  };
  const tool = (name: string, input: unknown, cwd = worktree) => ({
    hook_event_name: 'PreToolUse',
    tool_name: name,
    tool_input: input,
    cwd,
  });
  /** Null when it lets the call pass, else why not. */
  const verdict = (name: string, input: unknown, cwd = worktree, claims: readonly string[] = ['src/**']) =>
    judgeCall({ worktree, claims, controlRoot: join(root, 'repo'), log: '' }, { tool: name, input }, cwd)?.reason ??
    null;
  const write = (path: string, cwd?: string) => verdict('Write', { file_path: path, content: 'x' }, cwd);
  const guardLines = (): unknown[] =>
    existsSync(join(folder, 'guard.jsonl'))
      ? readFileSync(join(folder, 'guard.jsonl'), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];

  it('lets a writer write inside its claim, by whatever path', () => {
    assert.deepEqual(
      [
        write(join(worktree, 'src/new/deep.ts')),
        write('src/a.ts'),
        write('../src/a.ts', join(worktree, 'docs')),
        write('docs/../src/./a.ts'),
        verdict('Edit', { file_path: join(worktree, 'src/a.ts'), old_string: '/etc/passwd', new_string: '../x' }),
        verdict('Bash', { command: 'echo x > /etc/x', description: 'path' }),
        verdict('Read', { file_path: '/etc/passwd' }),
        verdict('mcp__files__read_file', { path: '/etc/passwd' }),
        verdict('mcp__files__list_allowed_directories', { paths: ['/etc'] }),
        verdict('mcp__files__copy_file', { source: '/usr/share/dict/words', destination: 'src/words' }),
        verdict('NotebookEdit', { notebook_path: 'src/a.ipynb', new_source: 'from /etc\n' }),
        verdict('apply_patch', { command: '*** Begin Patch\n*** Add File: src/b.ts\n+x\n*** End Patch\n' }),
        verdict('TodoWrite', { todos: [{ content: 'Look at /etc', status: 'pending', activeForm: 'Looking' }] }),
        verdict('update_plan', { plan: [{ step: 'Look at /etc', status: 'pending' }] }),
        verdict('Task', { description: 'Look', prompt: 'Look at /etc', subagent_type: 'a/b' }),
        verdict('mcp__fs__open_file', { path: '/etc/passwd', mode: 'r' }),
        verdict('mcp__fs__write_files', { entries: [{ name: 'src/a', content: '/etc/x' }] }),
        verdict('mcp__x__search_and_replace', { path: 'src/a', from: '/etc/x', to: 'y' }),
        verdict('mcp__fs__fetch_to_file', { url: 'https://example.org/x', path: 'src/x' }),
        verdict('WebFetch', { url: 'https://example.org/x', prompt: 'What is /etc/x?' }),
      ],
      Array(20).fill(null),
    );
  });

  it('refuses what leaves the claim or the worktree, and says what it may write', () => {
    const outside = [
      write('docs/readme.md'),
      write(join(worktree, 'docs/new.md')),
      write('../../../main.txt'),
      write(join(root, 'repo/main.txt')),
      write('/etc/x'),
      write('~/x'),
      write(worktree),
      write('.git'),
      write('src/.git/hooks/pre-commit'),
      write('src/../docs/a.md'),
      verdict('NotebookEdit', { notebook_path: 'docs/a.ipynb' }),
      verdict('MultiEdit', { edits: [{ path: 'src/a' }, { path: 'docs/a' }] }),
      verdict('mcp__files__write_file', { path: join(root, 'x') }),
      verdict('mcp__files__move', { source: 'src/a', destination: '../x/y' }),
      verdict('apply_patch', {
        command: '*** Begin Patch\n*** Update File: src/b.ts\n*** Move to: docs/b.ts\n*** End Patch\n',
      }),
      verdict('write_file', { file_path: `file://${root}/x` }),
      // Codex takes markers with space before them.
      verdict('apply_patch', { command: '*** Begin Patch\n  *** Add File: ../out.txt\n+x\n*** End Patch\n' }),
      verdict('apply_patch', { command: '  *** Begin Patch\n\t*** Delete File: docs/a\n*** End Patch\n' }),
      verdict('mcp__x__search_and_replace', { path: '/etc/passwd' }),
      verdict('mcp__x__findReplace', { file_path: '/etc/passwd' }),
      verdict('mcp__x__get_or_create', { file: '/etc/x' }),
      verdict('mcp__fs__delete_files', { paths: ['src/a', '/etc/passwd'] }),
      verdict('mcp__fs__remove', { files: ['/etc/passwd'] }),
      verdict('mcp__fs__move_file', { source: '../../../main.txt', destination: 'src/y' }),
      verdict('mcp__fs__rename', { from: 'docs/readme.md', to: 'src/y' }),
      verdict('mcp__fs__write_file', { name: '/etc/x' }),
      verdict('mcp__fs__write_file', { name: 'docs.txt', content: 'x' }),
      verdict('mcp__fs__write_file', { pathname: '/etc/x' }),
      verdict('mcp__fs__write_file', { where: '/etc/x' }),
      verdict('mcp__fs__write_files', { entries: [{ name: 'src/a' }, { name: '/etc/x' }] }),
      verdict('mcp__fs__fetch_to_file', { url: 'https://example.org/x', path: '/etc/x' }),
      verdict('mcp__fs__open_file', { path: '/etc/x', mode: 'w' }),
      verdict('mcp__fs__write_file', { a: { b: { c: { d: { e: { f: { g: { path: '/etc/x' } } } } } } } }),
      verdict('edit', {
        patch: '*** Begin Patch\n*** Update File: src/a\n*** End Patch\n',
        file_path: '/etc/passwd',
      }),
      verdict('mcp__fs__copy_file', { source: 'src/a', destination: 'docs2.txt' }),
      verdict('mcp__fs__rename', { from: 'readme.md', to: 'src/y' }),
      verdict('Write', { file_path: 'src/a\nb' }),
      verdict('Write', { file_path: join(root, 'a\nb') }),
      verdict('Write', { file_path: 'src/a\0b' }),
    ];
    for (const [index, reason] of outside.entries())
      assert.match(reason ?? `call ${index} was let pass`, /It may write src\/\*\* in .*\/w\. If more is needed/);
    for (const [name, input] of [
      ['mcp__fs__write_file', { content: 'x' }],
      ['mcp__fs__write_file', { path: '' }],
      ['mcp__fs__apply_diff', { diff: '--- a/x\n+++ b/x\n' }],
      ['mcp__fs__download', { url: 'https://example.org/x' }],
      ['Edit', null],
    ] as const)
      assert.match(
        verdict(name, input) ?? 'was let pass',
        /names no path, so nobody can tell .* It may write src/,
        name,
      );
    assert.match(outside[2] ?? '', /lies in the repository's own checkout/);
    assert.match(outside[4] ?? '', /\/etc\/x lies outside this lane's worktree/);
  });

  it('follows links before it judges', () => {
    symlinkSync(root, join(worktree, 'src/out'));
    symlinkSync(join(root, 'not-there-yet'), join(worktree, 'src/dangling'));
    symlinkSync('../docs', join(worktree, 'src/docs'));
    symlinkSync('src', join(worktree, 'inside'));
    symlinkSync('loop', join(worktree, 'src/loop'));
    symlinkSync(join(root, 'repo/main.txt'), join(worktree, 'src/file'));
    const reasons = [
      write('src/out/x'),
      write('src/out/new/x'),
      write('src/dangling'),
      write('src/dangling/x'),
      write('src/docs/readme.md'),
      write('src/file'),
    ];
    assert.equal(reasons.includes(null), false);
    assert.equal(write('inside/a.ts'), null);
    // Writing to a link in a place that isn't claimed would put something there.
    symlinkSync('../src/a.ts', join(worktree, 'docs/link'));
    assert.notEqual(write('docs/link'), null);
  });

  it('takes a claim of everything for the whole worktree, and for nothing else', () => {
    const all = (path: string) => verdict('Write', { file_path: path }, worktree, ['**']);
    assert.deepEqual([all('docs/a.md'), all('new/file')], [null, null]);
    assert.notEqual(all('../x'), null);
    assert.notEqual(all('.git'), null);
  });

  it('says that it runs when a session starts, and refuses in the words that the agent knows', () => {
    assert.deepEqual(call({ hook_event_name: 'SessionStart' }), { code: 0, stderr: '', said: null });
    assert.deepEqual(guardLines(), [{ kind: 'ready' }]);
    const refused = call(tool('Write', { file_path: 'docs/a' }));
    assert.equal(refused.said.hookSpecificOutput.permissionDecision, 'deny');
    assert.match(refused.said.hookSpecificOutput.permissionDecisionReason, /^docs\/a is outside this lane's claim\./);
    assert.deepEqual(call(tool('Write', { file_path: 'src/a' })), { code: 0, stderr: '', said: null });
    assert.deepEqual(guardLines(), [{ kind: 'ready' }, { kind: 'denied', tool: 'Write', path: 'docs/a' }]);
    const { said } = call({ ...tool('write_file', { file_path: '/etc/x' }), hook_event_name: 'BeforeTool' });
    assert.equal(said.decision, 'deny');
  });

  it('refuses what it can’t read', () => {
    const { code, stderr, said } = call('no json');
    assert.deepEqual([code, said], [2, null]);
    assert.match(stderr, /^MAM could not look at this call, so it is refused: /);
  });

  it('judges as before where its log can’t be written', () => {
    rmSync(folder, { recursive: true });
    assert.notEqual(call(tool('Write', { file_path: '/etc/x' })).said, null);
  });

  it('starts hardly later than Node does', async function () {
    this.timeout(60_000);
    const built = join(root, 'guard.cjs');
    const { metafile } = await build({
      entryPoints: [program],
      outfile: built,
      bundle: true,
      minify: true,
      platform: 'node',
      metafile: true,
    });
    await stop();
    assert.deepEqual(
      Object.keys(metafile.inputs).filter((path) => path.includes('node_modules')),
      [],
      'it depends on no package',
    );
    const time = (args: readonly string[]): number => {
      const began = performance.now();
      spawnSync(process.execPath, args, { input: JSON.stringify(tool('Write', { file_path: 'src/a' })) });
      return performance.now() - began;
    };
    const word = /'([\w-]+)'$/.exec(command(['src/**']))?.[1] ?? '';
    const best = (args: readonly string[]): number => Math.min(...Array.from({ length: 10 }, () => time(args)));
    const [bare, guard] = [best(['-e', '0']), best([built, word])];
    assert.ok(guard <= bare * 1.6, `the guard took ${guard.toFixed(1)} ms, Node alone ${bare.toFixed(1)} ms`);
  });
});
