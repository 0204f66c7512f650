import assert from 'node:assert/strict';
import { createForge } from '../../../src/adapters/forge/chooseForge.ts';
import { createGiteaForge } from '../../../src/adapters/forge/gitea.ts';
import { giteaPlace } from '../../../src/adapters/forge/giteaPlace.ts';
import type { ForgeWorld } from '../../fakes/memoryForge.ts';
import { serveGitea, type GiteaTrouble, type ScriptedGitea } from '../../fakes/scriptedGitea.ts';
import { codeOf, must, testEnvironment } from '../../integration/git/support.ts';
import { describeForge, describeIgnorance } from './describeForge.ts';

const empty: ForgeWorld = { issues: {}, pullRequests: [], files: {} };

describe('gitea', () => {
  const servers: ScriptedGitea[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  const serve = async (known: ForgeWorld, trouble: GiteaTrouble = {}): Promise<ScriptedGitea> => {
    const server = await serveGitea(known, trouble);
    servers.push(server);
    return server;
  };
  const open = async (known: ForgeWorld, trouble: GiteaTrouble = {}, name = 'shop') => {
    const { url } = await serve(known, trouble);
    return createGiteaForge({
      place: async () => ({ url, owner: 'acme', name, chosen: true }),
      token: null,
      timeoutMs: trouble.hangs ? 500 : 30_000,
    });
  };

  describeForge('gitea', (known) => open(known));
  describeForge('gitea that doesn’t count its lists', (known) => open(known, { silent: true }));

  describe('Forge contract: nothing to ask', () => {
    const troubles: readonly (readonly [string, string, GiteaTrouble])[] = [
      ['gitea that wants a token', 'forge.signedOut', { status: 401 }],
      ['gitea with a token that may not', 'forge.signedOut', { status: 403 }],
      ['gitea behind a gateway that is down', 'forge.unanswered', { status: 502 }],
      ['gitea that hangs', 'forge.unanswered', { hangs: true }],
      ['gitea that hangs in the middle', 'forge.unanswered', { hangs: true, answers: '[' }],
      ['gitea that fails', 'forge.unanswered', { status: 500 }],
      ['gitea that was asked too often', 'forge.unanswered', { status: 429 }],
      ['gitea that never stops', 'forge.failed', { endless: true }],
      ['gitea that sends elsewhere', 'forge.failed', { status: 302 }],
      ['gitea that knows no such repository', 'forge.failed', { status: 404 }],
      ['gitea that answers no JSON', 'forge.failed', { answers: 'Welcome!' }],
      ['gitea that answers something else', 'forge.failed', { answers: '{"state":"draft"}' }],
    ];
    for (const [name, code, trouble] of troubles) describeIgnorance(name, code, () => open(empty, trouble));
    describeIgnorance('gitea without a remote', 'forge.none', async () =>
      createGiteaForge({ place: async () => null, token: null }),
    );
    describeIgnorance('gitea that nobody listens for', 'forge.offline', async () => {
      const gone = await serveGitea(empty);
      const { url } = gone;
      await gone.close();
      return createGiteaForge({ place: async () => ({ url, owner: 'acme', name: 'shop', chosen: true }), token: null });
    });
  });

  it('sends the token to the service alone, and tells it to nobody', async () => {
    const { url, calls } = await serve(empty, { status: 302, answers: 'token-of-ann' });
    const forge = createGiteaForge({
      place: async () => ({ url, owner: 'a b', name: 'c', chosen: true }),
      token: 'token-of-ann',
    });
    const found = await forge.issue('9');
    assert.equal(calls[0]?.headers.authorization, 'token token-of-ann');
    assert.equal(calls[0]?.path, '/api/v1/repos/a%20b/c/issues/9');
    assert.ok(!JSON.stringify(found).includes('token-of-ann'));
  });

  it('says that a token is refused rather than missing', async () => {
    const { url } = await serve(empty, { status: 403 });
    const place = async () => ({ url, owner: 'acme', name: 'shop', chosen: true });
    const found = await createGiteaForge({ place, token: 'token-of-ann' }).issue('9');
    assert.match(found.ok ? '' : found.error.text, /refuses the access token/);
  });

  it('sends no token to an address that only a remote names, and says what to set', async () => {
    const { url, calls } = await serve({ ...empty, issues: { 9: 'open' } }, { status: 401 });
    const place = async () => giteaPlace([`${url}/acme/shop.git`], '');
    const found = await createGiteaForge({ place, token: 'token-of-ann' }).issue('9');
    assert.deepEqual([calls.length, calls[0]?.headers.authorization], [1, undefined]);
    assert.match(found.ok ? '' : found.error.text, /mam\.forge\.url/);
  });

  const places: readonly (readonly [string, readonly string[], string, string])[] = [
    ['a web remote', ['https://git.example:3000/acme/shop.git'], '', 'https://git.example:3000 acme shop'],
    ['a remote by ssh', ['git@git.example:acme/shop.git'], '', 'https://git.example acme shop'],
    [
      'the service of the setting',
      ['https://github.com/x/y', 'ssh://git@git.example:22/acme/shop'],
      'https://git.example/git/',
      'https://git.example/git acme shop',
    ],
    ['no remote there', ['https://github.com/x/y'], 'https://git.example', 'none'],
    ['another port', ['http://git.example:1/acme/shop'], 'http://git.example:2', 'none'],
    ['a folder', ['/srv/acme/shop.git'], '', 'none'],
    ['a setting that is no address', ['https://git.example/acme/shop'], 'git.example', 'none'],
  ];
  for (const [name, remotes, setting, expected] of places)
    it(`finds the repository of ${name}`, () => {
      const place = giteaPlace(remotes, setting);
      assert.equal(place === null ? 'none' : `${place.url} ${place.owner} ${place.name}`, expected);
    });

  const choices: readonly (readonly ['auto' | 'gitea' | 'none', boolean, string])[] = [
    ['auto', false, 'forge.none'],
    ['auto', true, 'ok'],
    ['gitea', false, 'ok'],
    ['none', true, 'forge.none'],
  ];
  for (const [choice, named, code] of choices)
    it(`that is ${choice} ${named ? 'with' : 'without'} the setting of its address answers ${code}`, async () => {
      const { url } = await serve({ ...empty, issues: { 9: 'open' } });
      const forge = createForge({
        choice: () => choice,
        url: () => (named ? url : ''),
        giteaToken: null,
        remoteUrls: async () => [`${url}/acme/shop.git`],
        program: async () => null,
        cwd: '/',
        gitDir: '/',
        env: testEnvironment('/'),
        run: async () => {
          throw new Error('no program is wanted');
        },
      });
      const found = await forge.issue('9');
      assert.equal(codeOf(found), code);
      if (found.ok) assert.equal(must(found), 'open');
    });
});
