import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createRegistry } from '../../src/adapters/agents/registry.ts';
import { createAgentTerminals } from '../../src/adapters/agents/terminal/terminals.ts';
import type { TerminalPlan } from '../../src/app/ports/agentTerminals.ts';
import { useTempFolder } from '../tempFolder.ts';

describe('secrets of an agent’s terminal', function () {
  this.timeout(20_000);
  const folder = useTempFolder();
  const plan = (): Promise<TerminalPlan> =>
    createAgentTerminals({
      registry: createRegistry({ rehearsalProgram: ['/nowhere'], chosenPath: () => '', custom: () => [] }),
      env: {},
      added: {},
      bin: '/the/mam/bin',
      folder: join(folder(), 'terminals'),
      program: [process.execPath, join(import.meta.dirname, '../../src/adapters/agents/terminal/main.ts')],
      pathSetting: () => null,
      chosenPath: () => '',
      ids: { next: () => 'one' },
      watch: () => ({ dispose: () => undefined }),
    }).planSession(
      {
        id: 'se.1',
        name: 'mine',
        argv: ['/bin/sh', '-c', `env > '${join(folder(), 'env')}'`],
        cwd: folder(),
        env: {
          PATH: '/usr/bin:/bin',
          MAM_JOB_TOKEN: 'of-mam',
          OPENAI_API_KEY: 'theirs',
          HTTPS_PROXY: 'http://me:pw@p',
        },
      },
      '/bin/true',
      { ended: 'ended', failed: 'failed: {reason}', again: 'again' },
    );
  const requests = (): readonly string[] =>
    readdirSync(join(folder(), 'terminals'))
      .filter((name) => name.endsWith('.request'))
      .map((name) => join(folder(), 'terminals', name));
  /** What it said when it had ended. */
  const run = async ({ program, args, env }: TerminalPlan): Promise<string> => {
    const child = spawn(program, [...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => void (said += text));
    await once(child, 'close');
    return said;
  };

  it('are nothing that the editor is given; they come in a file that is read once', async () => {
    const planned = await plan();
    assert.doesNotMatch(JSON.stringify(planned), /of-mam|theirs|me:pw/);
    assert.equal(planned.env['PATH'], '/usr/bin:/bin');
    assert.deepEqual(
      requests().map((path) => statSync(path).mode & 0o777),
      [0o600],
    );
    await run(planned);
    const env = readFileSync(join(folder(), 'env'), 'utf8');
    for (const line of [/^MAM_JOB_TOKEN=of-mam$/m, /^OPENAI_API_KEY=theirs$/m, /^HTTPS_PROXY=http:\/\/me:pw@p$/m])
      assert.match(env, line);
    assert.deepEqual(requests(), []);
  });

  it('are what no agent is started without', async () => {
    const planned = await plan();
    for (const path of requests()) rmSync(path);
    assert.match(await run(planned), /failed: the file with its environment is gone/);
    assert.throws(() => readFileSync(join(folder(), 'env')), { code: 'ENOENT' });
  });
});
