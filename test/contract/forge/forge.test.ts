import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createForge } from '../../../src/adapters/forge/chooseForge.ts';
import { createGhForge } from '../../../src/adapters/forge/gh.ts';
import type { GhDeps } from '../../../src/adapters/forge/ghCalls.ts';
import { createNoForge } from '../../../src/adapters/forge/none.ts';
import { noneFound } from '../../../src/adapters/forge/problems.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { createMemoryForge, type ForgeWorld } from '../../fakes/memoryForge.ts';
import { callsOf, writeGh, type GhTrouble } from '../../fakes/scriptedGh.ts';
import { codeOf, must, testEnvironment } from '../../integration/git/support.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { describeForge, describeIgnorance } from './describeForge.ts';

const empty: ForgeWorld = { issues: {}, pullRequests: [], files: {} };

describe('forge', () => {
  const folder = useTempFolder();
  const bin = () => join(folder(), 'bin');

  const deps = async (known: ForgeWorld, trouble: GhTrouble = {}, more: Partial<GhDeps> = {}): Promise<GhDeps> => {
    const program = await writeGh(bin(), known, trouble);
    return {
      program: async () => program,
      cwd: folder(),
      gitDir: join(folder(), '.git'),
      env: testEnvironment(folder()),
      run: runProcess,
      ...more,
    };
  };
  const gh = async (known: ForgeWorld, trouble: GhTrouble = {}, more: Partial<GhDeps> = {}) =>
    createGhForge(await deps(known, trouble, more));

  describeForge('memory', async (known) => createMemoryForge(known));
  describeForge('gh', gh);

  describe('Forge contract: nothing to ask', () => {
    describeIgnorance('no forge', 'forge.none', async () => createNoForge(noneFound));
    describeIgnorance('a forge that cannot be reached, in memory', 'forge.offline', async () => {
      const forge = createMemoryForge();
      forge.unreachable = { code: 'forge.offline', text: '', params: {} };
      return forge;
    });
    describeIgnorance('gh that is not there', 'forge.missing', () => gh(empty, {}, { program: async () => null }));
    describeIgnorance('gh that was removed', 'forge.missing', () =>
      gh(empty, {}, { program: async () => join(folder(), 'gone') }),
    );

    const troubles: readonly (readonly [string, string, GhTrouble])[] = [
      [
        'gh that nobody signed in',
        'forge.signedOut',
        { exitCode: 4, says: 'To get started with GitHub CLI, please run:  gh auth login' },
      ],
      [
        'gh with a token that is over',
        'forge.signedOut',
        { exitCode: 1, says: 'HTTP 401: Bad credentials (https://api.github.com/graphql)' },
      ],
      [
        'gh without a network',
        'forge.offline',
        {
          exitCode: 1,
          says: 'error connecting to api.github.com\ncheck your internet connection or https://githubstatus.com',
        },
      ],
      ['gh at a server that is down', 'forge.unanswered', { exitCode: 1, says: 'HTTP 502: Bad Gateway' }],
      ['gh in a repository without a remote', 'forge.none', { exitCode: 1, says: 'no git remotes found' }],
      [
        'gh in a repository on another service',
        'forge.none',
        { exitCode: 1, says: 'none of the git remotes configured for this repository point to a known GitHub host.' },
      ],
      ['gh that asked too often', 'forge.unanswered', { exitCode: 1, says: 'API rate limit exceeded' }],
      ['gh with any other failure', 'forge.failed', { exitCode: 1, says: 'something went wrong' }],
      ['gh that answers no JSON', 'forge.failed', { answers: 'Welcome!' }],
      ['gh that answers something else', 'forge.failed', { answers: '{"state":"DRAFT"}\n' }],
    ];
    for (const [name, code, trouble] of troubles) describeIgnorance(name, code, () => gh(empty, trouble));
  });

  it('gives up on a gh that hangs', async () => {
    const forge = await gh(empty, { hangs: true }, { run: (spec) => runProcess({ ...spec, timeoutMs: 300 }) });
    assert.equal(codeOf(await forge.issue('9')), 'forge.unanswered');
  });

  it('never takes a list for whole that may have been cut', async () => {
    const one = {
      number: 1,
      headRefName: 'a',
      headRefOid: 'b',
      baseRefName: 'main',
      state: 'OPEN',
      isCrossRepository: false,
    };
    const forge = await gh(empty, { answers: JSON.stringify(Array.from({ length: 5000 }, () => one)) });
    const found = await forge.openPullRequests();
    assert.match(found.ok ? '' : String(found.error.params['reason']), /5000 or more/);
  });

  it('tells no secret that gh said', async () => {
    const forge = await gh(empty, { exitCode: 1, says: `no: ghp_${'aB3xY9kQ7mN2'.repeat(3)}` });
    const found = await forge.issue('9');
    assert.equal(found.ok ? '' : found.error.params['reason'], 'no: [redacted: GitHub token]');
  });

  it('asks gh for more than its usual 30, in the repository, and without prompts', async () => {
    const forge = await gh(empty);
    must(await forge.pullRequestsOf('feat/issue-9-x'));
    const [call] = await callsOf(bin());
    assert.deepEqual(call?.args, [
      'pr',
      'list',
      '--state',
      'all',
      '--head=feat/issue-9-x',
      '--limit',
      '5000',
      '--json',
      'number,headRefName,headRefOid,baseRefName,state,isCrossRepository',
    ]);
    assert.deepEqual(
      [call?.env['GIT_DIR'], call?.env['GH_PROMPT_DISABLED'], call?.env['HOME']],
      [join(folder(), '.git'), '1', folder()],
    );
  });

  const choices: readonly (readonly ['auto' | 'gh' | 'none', readonly string[], string])[] = [
    ['none', ['https://github.com/a/b'], 'forge.none'],
    ['auto', [], 'forge.none'],
    ['auto', ['https://gitlab.com/a/b', '/srv/github.com/b'], 'forge.none'],
    ['auto', ['/srv/b', 'git@github.com:a/b.git'], 'ok'],
    ['gh', [], 'ok'],
  ];
  for (const [choice, urls, code] of choices)
    it(`that is ${choice} with ${urls.join(', ') || 'no remote'} answers ${code}`, async () => {
      const forge = createForge({
        ...(await deps({ ...empty, issues: { 9: 'open' } })),
        choice: () => choice,
        url: () => '',
        giteaToken: null,
        remoteUrls: async () => urls,
      });
      assert.equal(codeOf(await forge.issue('9')), code);
    });
});
