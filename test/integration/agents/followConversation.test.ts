import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claude } from '../../../src/adapters/agents/claude/claude.ts';
import { createSessionSigns } from '../../../src/adapters/agents/sessionSigns.ts';
import type { Disposable } from '../../../src/base/disposable.ts';
import { until } from '../../until.ts';

describe('following a conversation that exists already', () => {
  let home = '';
  let told: string[] = [];
  let change: () => void = () => undefined;
  let following: Disposable | null = null;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'mam-follow-'));
    told = [];
    await mkdir(join(home, 'projects/-repo'), { recursive: true });
    await mkdir(join(home, 'sessions'));
  });
  afterEach(async () => {
    following?.dispose();
    following = null;
    await rm(home, { recursive: true, force: true });
  });
  const follow = async (resumed: boolean): Promise<void> => {
    const signs = createSessionSigns({
      registry: { find: (id) => (id === 'claude' ? claude : null) },
      env: { CLAUDE_CONFIG_DIR: home },
      clock: { now: () => 0 },
      watch: (_, onChange) => {
        change = onChange;
        return { dispose: () => undefined };
      },
    });
    following = await signs.follow(
      { agent: 'claude', conversation: 'c1', cwd: '/repo', resumed },
      ({ activity: { kind }, answers = [], clears = false }) => {
        told.push([kind, ...answers, ...(clears ? ['clears'] : [])].join(' '));
      },
    );
    assert.ok(following);
  };
  const line = (said: object): string => `${JSON.stringify(said)}\n`;
  const transcript = (): string => join(home, 'projects/-repo/c1.jsonl');
  const over = line({ type: 'system', subtype: 'turn_duration' });
  const asks = line({ type: 'user', message: { content: 'more' } });

  it('tells nothing of what an earlier process wrote, and what comes after it', async () => {
    await writeFile(transcript(), over);
    await follow(true);
    await appendFile(transcript(), asks);
    change();
    await until('the new line to be told', () => told.length > 0);
    assert.deepEqual(told, ['working']);
  });

  it('tells the newest of it where the process is the first', async () => {
    await writeFile(transcript(), over);
    await follow(false);
    await until('it to be told', () => told.length > 0);
    assert.deepEqual(told, ['idle']);
  });

  it('does not believe the file of a process that is gone', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    await writeFile(transcript(), asks);
    await writeFile(join(home, `sessions/${pid}.json`), JSON.stringify({ sessionId: 'c1', status: 'idle' }));
    await follow(false);
    await until('the transcript to be told', () => told.length > 0);
    assert.deepEqual(told, ['working']);
    following?.dispose();
    told = [];
    await writeFile(join(home, `sessions/${process.pid}.json`), JSON.stringify({ sessionId: 'c1', status: 'idle' }));
    await follow(false);
    await until('the file of a living process to be told', () => told.length > 0);
    assert.deepEqual(told, ['idle']);
  });

  it('tells which calls ended since the last word, and nothing of those that only began', async () => {
    await writeFile(transcript(), over);
    await follow(true);
    const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } };
    const result = { type: 'tool_result', tool_use_id: 't1', content: 'a' };
    await appendFile(transcript(), line({ type: 'assistant', message: { content: [call], stop_reason: 'tool_use' } }));
    change();
    await until('the call to be told', () => told.length > 0);
    await appendFile(transcript(), line({ type: 'user', message: { content: [result] } }) + asks);
    change();
    await until('its end to be told', () => told.length > 1);
    assert.match(told.join('; '), /^working; working Bash: ls #[0-9a-f]{12}$/);
  });

  it('tells that it waits no longer by the file in which claude keeps how it stands', async () => {
    const state = join(home, `sessions/${process.pid}.json`);
    for (const status of ['busy', 'waiting', 'busy', 'idle']) {
      await writeFile(state, JSON.stringify({ sessionId: 'c1', status, waitingFor: 'permission prompt' }));
      if (following === null) await follow(false);
      const before = told.length;
      change();
      await until(`${status} to be told`, () => told.length > before);
    }
    assert.deepEqual([...new Set(told)], ['working', 'needsYou', 'working clears', 'idle']);
  });
});
