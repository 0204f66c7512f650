import assert from 'node:assert/strict';
import { personEnvironment } from '../../../scripts/lib/personEnvironment.mjs';
import { laneEnvironment } from '../../../src/adapters/agents/laneEnvironment.ts';

const host = {
  PATH: '/bin',
  HOME: '/home/x',
  USER: 'x',
  LANG: 'C',
  LC_ALL: 'C',
  TERM: 'xterm',
  TMPDIR: '/t',
  XDG_CONFIG_HOME: '/c',
  SHELL: '/bin/sh',
  HTTPS_PROXY: 'http://p',
  CARGO_HOME: '/cargo',
};

describe('The environment of a lane', () => {
  it('keeps what programs need', () => {
    assert.deepEqual(laneEnvironment(host, [], {}), host);
  });

  for (const name of [
    'GITHUB_TOKEN',
    'GH_TOKEN',
    'GITLAB_TOKEN',
    'NPM_TOKEN',
    'NODE_AUTH_TOKEN',
    'AWS_ACCESS_KEY_ID',
    'AWS_PROFILE',
    'AZURE_CLIENT_ID',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'DOCKER_CONFIG',
    'SSH_AUTH_SOCK',
    'DB_PASSWORD',
    'MY_SECRET',
    'OPENAI_API_KEY',
    'ANTHROPIC_API_KEY',
    'XDG_SECRET',
    'LC_TOKEN',
    'GIT_DIR',
    'GIT_WORK_TREE',
    'GIT_INDEX_FILE',
    'GIT_SSH_COMMAND',
    'GIT_CONFIG_COUNT',
    'GIT_ASKPASS',
    'NODE_OPTIONS',
    'ELECTRON_RUN_AS_NODE',
    'VSCODE_IPC_HOOK',
    'LD_PRELOAD',
    'BASH_ENV',
    'UNHEARD_OF',
    'BIDMATE_SHIP_TOKEN',
    'BIDMATE_SHIP_KILL_SWITCH',
    'MAM_SHIP_COMMAND',
  ])
    it(`drops ${name}`, () => {
      assert.deepEqual(laneEnvironment({ ...host, [name]: 'x' }, [], {}), host);
    });

  it('drops what ships even where an agent asks for it, or MAM itself would add it', () => {
    const ship = { BIDMATE_SHIP_TOKEN: 'x', MAM_SHIP_COMMAND: 'y' };
    assert.deepEqual(laneEnvironment({ ...host, ...ship }, ['BIDMATE_*', 'MAM_*'], ship), host);
  });

  const npms = ['/w/mam/node_modules/.bin', '/w/node_modules/.bin', '/node_modules/.bin', '/npm/lib/node-gyp-bin'];
  const paths: readonly (readonly [what: string, path: readonly string[], left: readonly string[]])[] = [
    ['of npm', [...npms, '/bin'], ['/bin']],
    ['of npm within npm', [...npms, ...npms, '/bin'], ['/bin']],
    ['of an npm without its own folder', [...npms.slice(0, 3), '/bin'], ['/bin']],
    ['of nobody', ['/other/node_modules/.bin', '/bin'], ['/other/node_modules/.bin', '/bin']],
  ];
  for (const [what, path, left] of paths)
    it(`leaves the person's PATH where in front of it is that ${what}`, () => {
      const started = { ...host, PATH: path.join(':'), npm_config_local_prefix: '/w/mam', npm_x: 'x', NODE: '/n' };
      assert.deepEqual(laneEnvironment(started, [], {}), { ...host, PATH: left.join(':') });
      assert.deepEqual(personEnvironment({ ...started, INIT_CWD: '/' }), { ...host, PATH: left.join(':') });
    });

  it('keeps what a person has on the PATH, even if it looks like npm’s', () => {
    const own = '/w/node_modules/.bin:/bin';
    const started = { PATH: `${npms.join(':')}:${own}`, npm_config_local_prefix: '/w/mam' };
    assert.deepEqual(laneEnvironment(started, [], {}), { PATH: own });
    assert.deepEqual(personEnvironment(started), { PATH: own });
    assert.deepEqual(laneEnvironment({ PATH: npms.join(':') }, [], {}), { PATH: npms.join(':') });
  });

  it('lets an agent have its own keys and homes, and no other’s', () => {
    const env = laneEnvironment(
      { OPENAI_API_KEY: 'a', CODEX_HOME: '/c', ANTHROPIC_API_KEY: 'b' },
      ['CODEX_*', 'OPENAI_API_KEY'],
      {},
    );
    assert.deepEqual(env, { OPENAI_API_KEY: 'a', CODEX_HOME: '/c' });
  });

  it('never lets an agent’s own pattern open the way for git', () => {
    assert.deepEqual(laneEnvironment({ GIT_DIR: '/x' }, ['GIT_*'], {}), {});
  });

  it('adds what MAM says, under its own prefix even a token, and otherwise no credential', () => {
    const added = { MAM_JOB: 'j', MAM_JOB_TOKEN: 't', EXTRA: 'e', GITHUB_TOKEN: 'g', GIT_DIR: '/x' };
    assert.deepEqual(laneEnvironment({}, [], added), { MAM_JOB: 'j', MAM_JOB_TOKEN: 't', EXTRA: 'e' });
  });
});
