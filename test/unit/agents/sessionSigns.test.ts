import assert from 'node:assert/strict';
import { claude } from '../../../src/adapters/agents/claude/claude.ts';
import { codex } from '../../../src/adapters/agents/codex/codex.ts';
import { gemini } from '../../../src/adapters/agents/gemini/gemini.ts';
import { opencode } from '../../../src/adapters/agents/opencode/opencode.ts';
import type { Agent } from '../../../src/adapters/agents/agent.ts';

const at = '2026-01-31T12:00:00Z';
const base = { session_id: 'c1', transcript_path: '/t.jsonl', cwd: '/repo' };

type Hook = readonly [agent: Agent, hook: string, payload: object, says: string];
const hooks: readonly Hook[] = [
  [claude, 'SessionStart', { source: 'startup' }, 'idle c1 opens'],
  [claude, 'SessionStart', { source: 'compact' }, '- c1 opens'],
  [claude, 'UserPromptSubmit', { prompt: 'Do it. [j1.1]' }, 'working c1 prompt=Do it. [j1.1]'],
  [claude, 'PreToolUse', { tool_name: 'Bash', tool_input: { command: 'make' } }, 'working c1'],
  [
    claude,
    'PreToolUse',
    { tool_name: 'AskUserQuestion', tool_input: { questions: [{ question: 'Which one?' }] } },
    'needsYou question Which one? c1',
  ],
  [
    claude,
    'PermissionRequest',
    { tool_name: 'Write', tool_input: { file_path: '/repo/w.txt', content: 'x' } },
    'needsYou permission Write: /repo/w.txt c1',
  ],
  [
    claude,
    'PermissionRequest',
    { tool_name: 'ExitPlanMode', tool_input: { plan: 'Step 1' } },
    'needsYou question Step 1 c1',
  ],
  [
    claude,
    'Notification',
    { notification_type: 'permission_prompt', message: 'Claude needs your permission' },
    'needsYou permission Claude needs your permission c1 vague',
  ],
  [claude, 'Notification', { notification_type: 'idle_prompt', message: 'Waiting' }, 'idle c1 vague'],
  [claude, 'Notification', { notification_type: 'auth_success', message: 'ok' }, 'idle c1 vague'],
  [claude, 'PostToolUse', { tool_name: 'Bash' }, 'working c1'],
  [claude, 'Stop', { stop_hook_active: false, last_assistant_message: 'Done' }, 'idle c1'],
  [
    claude,
    'StopFailure',
    { error: 'rate_limit', error_details: 'Usage limit reached, resets in 2 hours' },
    'limited 2026-01-31T14:00:00Z c1',
  ],
  [
    claude,
    'StopFailure',
    { error: 'authentication_failed', error_details: 'Please run /login' },
    'needsYou signIn authentication_failed Please run /login c1',
  ],
  [claude, 'StopFailure', { error: 'server_error', error_details: 'HTTP 500' }, 'idle c1'],
  [claude, 'SessionEnd', { reason: 'clear' }, '- c1'],
  [codex, 'SessionStart', { source: 'startup' }, 'idle c1 opens'],
  [codex, 'UserPromptSubmit', { prompt: 'Do it.' }, 'working c1 prompt=Do it.'],
  [
    codex,
    'PermissionRequest',
    { tool_name: 'Bash', tool_input: { command: 'touch /x', description: 'Why' } },
    'needsYou permission Bash: touch /x c1',
  ],
  [codex, 'PostToolUse', { tool_name: 'Bash' }, 'working c1'],
  [codex, 'Stop', {}, 'idle c1'],
];
const opencodeHooks: readonly Hook[] = [
  [opencode, 'session.created', { sessionID: 'c1', info: { id: 'c1' } }, 'idle c1 opens'],
  [opencode, 'session.created', { sessionID: 'c2', info: { id: 'c2', parentID: 'c1' } }, '- c2'],
  [opencode, 'session.status', { sessionID: 'c1', status: { type: 'busy' } }, 'working c1'],
  [opencode, 'session.status', { sessionID: 'c1', status: { type: 'retry', attempt: 1 } }, 'working c1'],
  [opencode, 'session.idle', { sessionID: 'c1' }, 'idle c1'],
  [
    opencode,
    'permission.asked',
    { sessionID: 'c1', permission: 'bash', patterns: ['make *'], metadata: { command: 'make all' } },
    'needsYou permission bash: make all c1',
  ],
  [opencode, 'permission.replied', { sessionID: 'c1', reply: 'once' }, 'working c1'],
  [
    opencode,
    'session.error',
    { sessionID: 'c1', error: { data: { message: 'rate limit, try again in 5 minutes' } } },
    'limited 2026-01-31T12:05:00Z c1',
  ],
];

function said(agent: Agent, hook: string, payload: object): string {
  const word = agent.signs?.hooks?.read(hook, payload, at);
  if (!word) return 'nothing';
  const { activity, conversation, opens, prompt, vague } = word;
  const what =
    activity?.kind === 'needsYou'
      ? `needsYou ${activity.need} ${activity.text}`
      : activity?.kind === 'limited'
        ? `limited ${activity.until ?? '?'}`
        : (activity?.kind ?? '-');
  return [
    what,
    conversation,
    ...(opens ? ['opens'] : []),
    ...(prompt === null ? [] : [`prompt=${prompt}`]),
    ...(vague ? ['vague'] : []),
  ].join(' ');
}

describe('what hooks of agents say', () => {
  for (const [agent, hook, payload, says] of hooks)
    it(`${agent.id} ${hook}: ${says}`, () =>
      assert.equal(said(agent, hook, { ...base, hook_event_name: hook, ...payload }), says));
  for (const [agent, hook, payload, says] of opencodeHooks)
    it(`${agent.id} ${hook}: ${says}`, () => assert.equal(said(agent, hook, payload), says));
  for (const agent of [claude, codex])
    for (const payload of [undefined, null, 'x', [], {}, { session_id: 7 }, { session_id: 'c1' }])
      it(`${agent.id} says nothing by ${JSON.stringify(payload) ?? 'nothing'}`, () =>
        assert.equal(agent.signs?.hooks?.read('Stop', payload, at), null));
});

const lineOf = (agent: Agent, line: object | string) =>
  agent.signs?.transcript?.read(typeof line === 'string' ? line : JSON.stringify(line), at)?.kind ?? null;
const of = (role: 'user' | 'assistant', more: object, message: object = {}) => ({
  type: role,
  message: { role, content: 'x', ...message },
  ...more,
});

const lines: readonly [Agent, string, object | string, string | null][] = [
  [claude, 'a prompt', of('user', {}), 'working'],
  [claude, 'a result of a tool', of('user', {}, { content: [{ type: 'tool_result', tool_use_id: 't' }] }), 'working'],
  [
    claude,
    'a turn that was broken off',
    of('user', {}, { content: [{ type: 'text', text: '[Request interrupted by user for tool use]' }] }),
    'idle',
  ],
  [claude, 'words of its own', of('user', { isMeta: true }), null],
  [
    claude,
    'a call of a tool',
    of('assistant', {}, { stop_reason: 'tool_use', content: [{ type: 'tool_use' }] }),
    'working',
  ],
  [
    claude,
    'the end of a turn',
    of('assistant', {}, { stop_reason: 'end_turn', content: [{ type: 'text', text: 'Done' }] }),
    'idle',
  ],
  [claude, 'the end of a subagent', of('assistant', { isSidechain: true }, { stop_reason: 'end_turn' }), null],
  [
    claude,
    'a limit',
    of(
      'assistant',
      { isApiErrorMessage: true },
      { stop_reason: 'stop_sequence', content: [{ type: 'text', text: 'Usage limit reached' }] },
    ),
    'limited',
  ],
  [claude, 'how long a turn took', { type: 'system', subtype: 'turn_duration' }, 'idle'],
  [claude, 'hooks that ran', { type: 'system', subtype: 'stop_hook_summary' }, null],
  [claude, 'a mode', { type: 'mode', mode: 'normal' }, null],
  [claude, 'a torn line', '{"type":"user","mess', null],
  [codex, 'the begin of a turn', { type: 'event_msg', payload: { type: 'task_started', turn_id: 't' } }, 'working'],
  [
    codex,
    'the end of a turn',
    { type: 'event_msg', payload: { type: 'task_complete', last_agent_message: 'Done' } },
    'idle',
  ],
  [
    codex,
    'a turn that failed',
    { type: 'event_msg', payload: { type: 'task_complete', error: { message: 'high demand' } } },
    'idle',
  ],
  [
    codex,
    'a limit',
    {
      type: 'event_msg',
      payload: { type: 'task_complete', error: { message: 'You’ve hit your usage limit. Try again in 3 hours.' } },
    },
    'limited',
  ],
  [
    codex,
    'a turn that was broken off',
    { type: 'event_msg', payload: { type: 'turn_aborted', reason: 'interrupted' } },
    'idle',
  ],
  [
    codex,
    'a call of a tool',
    { type: 'response_item', payload: { type: 'function_call', name: 'exec_command' } },
    'working',
  ],
  [codex, 'tokens', { type: 'event_msg', payload: { type: 'token_count' } }, null],
  [codex, 'no JSON', 'hello', null],
];

describe('what lines of transcripts say', () => {
  for (const [agent, what, line, kind] of lines)
    it(`${agent.id}, ${what}: ${kind ?? 'nothing'}`, () => assert.equal(lineOf(agent, line), kind));
});

const titles: readonly [Agent, string, string | null][] = [
  [codex, '⠋ repo', 'working'],
  [codex, '[ ! ] Action Required | repo', 'needsYou'],
  [codex, 'repo', 'idle'],
  [codex, 'A task | repo', 'idle'],
  [codex, 'my-machine', null],
  [gemini, '◇  Ready (repo)', 'idle'],
  [gemini, '✦  Working… (repo)', 'working'],
  [gemini, '✋  Action Required (repo)', 'needsYou'],
  [gemini, 'bash', null],
];

describe('what titles say', () => {
  for (const [agent, title, kind] of titles)
    it(`${agent.id}, ${title}: ${kind ?? 'nothing'}`, () =>
      assert.equal(agent.signs?.title?.(title, '/work/repo')?.kind ?? null, kind));
});

describe('what the file says in which claude keeps how it stands', () => {
  for (const [text, kind] of [
    ['{"sessionId":"c1","status":"idle"}', 'idle'],
    ['{"sessionId":"c1","status":"busy"}', 'working'],
    ['{"sessionId":"c1","status":"waiting","waitingFor":"permission prompt"}', 'needsYou'],
    ['{"sessionId":"c1","status":"asleep"}', null],
    ['{"sessionId":"c1","sta', null],
    ['', null],
  ] as const)
    it(`${text}: ${kind ?? 'nothing'}`, () => assert.equal(claude.signs?.state?.read(text)?.kind ?? null, kind));
});

describe('what starts of agents get for their hooks', () => {
  it('claude: settings of this start only, with a path that a shell takes as one word', () => {
    const launch = claude.signs?.hooks?.launch({ program: "/it's here/mam-hook", env: {} });
    const settings: unknown = JSON.parse(launch?.args[1] ?? '');
    assert.equal(launch?.args[0], '--settings');
    assert.match(JSON.stringify(settings), /"'\/it'\\\\''s here\/mam-hook' claude Stop"/);
  });

  it('codex: hooks that it trusts by their digest, and no notify, which is the user’s', () => {
    const args = codex.signs?.hooks?.launch({ program: '/bin/mam-hook', env: {} }).args.join('\n') ?? '';
    assert.match(
      args,
      /hooks\.Stop=\[\{hooks=\[\{type="command",command="\/bin\/mam-hook codex Stop",timeout=10\}\]\}\]/,
    );
    assert.match(args, /:stop:0:0"=\{trusted_hash="sha256:[0-9a-f]{64}"\}/);
    assert.doesNotMatch(args, /notify/);
  });

  it('opencode: one more plugin beside those of the user', () => {
    const env = opencode.signs?.hooks?.launch({
      program: '/m/bin/mam-hook',
      env: { OPENCODE_CONFIG_CONTENT: '{"plugin":["own"],"model":"m"}' },
    })?.env;
    assert.deepEqual(JSON.parse(env?.['OPENCODE_CONFIG_CONTENT'] ?? ''), {
      plugin: ['own', 'file:///m/bin/mam-hook-opencode.mjs'],
      model: 'm',
    });
    assert.equal(env?.['MAM_HOOK'], '/m/bin/mam-hook');
  });

  it('opencode: settings that can’t be added to stay as they are', () =>
    assert.deepEqual(
      opencode.signs?.hooks?.launch({ program: '/m/bin/mam-hook', env: { OPENCODE_CONFIG_CONTENT: '// own' } }),
      { args: [], env: {} },
    ));
});
