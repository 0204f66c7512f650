import assert from 'node:assert/strict';
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
  ])
    it(`drops ${name}`, () => {
      assert.deepEqual(laneEnvironment({ ...host, [name]: 'x' }, [], {}), host);
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
