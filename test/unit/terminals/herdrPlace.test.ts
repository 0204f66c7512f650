import assert from 'node:assert/strict';
import { findHerdr, sessionNameOf } from '../../../src/adapters/terminals/herdr/socketPath.ts';

const of = (chosen: string, env: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
  findHerdr({ chosen, env, platform, controlRoot: '/work/My Shop', home: '/home/ann' });

describe('the place of a herdr server', () => {
  const own = sessionNameOf('/work/My Shop');

  it('is named after the folder, and differs for another folder of that name', () => {
    assert.match(own, /^my-shop-[0-9a-f]{8}$/);
    assert.notEqual(sessionNameOf('/other/My Shop'), own);
    assert.equal(sessionNameOf('/work/My Shop'), own);
  });

  it('has no name that herdr refuses', () => {
    for (const root of ['/', '/한글', `/${'x'.repeat(200)}`, '/..', '/-a-'])
      assert.match(sessionNameOf(root), /^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])$/, root);
  });

  const sockets: readonly (readonly [string, string, Record<string, string>, string, string | null])[] = [
    ['the repository’s own', '', {}, `/home/ann/.config/herdr/sessions/${own}/herdr.sock`, own],
    ['in the configured folder', '', { XDG_CONFIG_HOME: '/cfg' }, `/cfg/herdr/sessions/${own}/herdr.sock`, own],
    [
      'the one of the session around',
      '',
      { HERDR_SESSION: 'team' },
      '/home/ann/.config/herdr/sessions/team/herdr.sock',
      'team',
    ],
    ['the socket that is named', '', { HERDR_SOCKET_PATH: '/s', HERDR_SESSION: 'team' }, '/s', null],
    [
      'the one that a person chose',
      'mine',
      { HERDR_SOCKET_PATH: '/s' },
      '/home/ann/.config/herdr/sessions/mine/herdr.sock',
      'mine',
    ],
    ['herdr’s unnamed session', 'default', {}, '/home/ann/.config/herdr/herdr.sock', 'default'],
    [
      'not what is empty',
      '',
      { HERDR_SOCKET_PATH: '', HERDR_SESSION: '', XDG_CONFIG_HOME: '' },
      `/home/ann/.config/herdr/sessions/${own}/herdr.sock`,
      own,
    ],
  ];
  for (const [what, chosen, env, path, session] of sockets)
    it(`is ${what}`, () => assert.deepEqual(of(chosen, env), { path, session }));

  it('is a pipe on Windows, named after the socket', () => {
    const { path } = of('mine', { APPDATA: String.raw`C:\Users\ann\AppData\Roaming` }, 'win32');
    assert.equal(path, String.raw`\\.\pipe\C:\Users\ann\AppData\Roaming\herdr\sessions\mine\herdr.sock`);
  });
});
