import assert from 'node:assert/strict';
import { claude } from '../../../src/adapters/agents/claude/claude.ts';
import { readTranscript } from '../../../src/adapters/agents/transcript.ts';
import { laneExit, laneSpec } from '../../builders/lane.ts';

/** 2026-01-31T15:00:00Z; lanes of the builder end at noon. */
const resetsAt = 1_769_871_600;

const judge = (...lines: readonly object[]) => {
  const reader = readTranscript(claude);
  for (const line of lines) reader.take(JSON.stringify(line));
  const transcript = reader.transcript();
  return claude.judge({ spec: laneSpec(), exit: laneExit({ code: 1 }), transcript, stderr: '', lastMessage: null });
};
const rateLimit = (status: string, at: number | null = resetsAt) => ({
  type: 'rate_limit_event',
  rate_limit_info: { status, resetsAt: at, rateLimitType: 'five_hour' },
});
const failure = (change: object = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: true,
  result: 'You’ve hit your limit',
  api_error_status: 429,
  ...change,
});

describe('what claude says of its account', () => {
  it('tells until when it is limited', () => {
    const outcome = judge(rateLimit('rejected'), failure());
    assert.ok(outcome.kind === 'limited');
    assert.equal(outcome.until, '2026-01-31T15:00:00Z');
  });

  it('counts for nothing while it still allows something, or names a time that is over or none', () => {
    for (const event of [
      rateLimit('allowed_warning'),
      rateLimit('rejected', 1_769_860_000),
      rateLimit('rejected', null),
    ]) {
      const outcome = judge(event, failure());
      assert.equal(outcome.kind === 'limited' && outcome.until, null);
    }
  });

  it('makes no failure of a turn that went well', () => {
    assert.equal(judge(rateLimit('rejected'), failure({ is_error: false, result: 'Done.' })).kind, 'failed');
    const reader = readTranscript(claude);
    reader.take(JSON.stringify(rateLimit('rejected')));
    reader.take(JSON.stringify(failure({ is_error: false, result: 'Done.' })));
    const end = { spec: laneSpec(), exit: laneExit(), transcript: reader.transcript(), stderr: '', lastMessage: null };
    assert.equal(claude.judge(end).kind, 'report');
  });

  it('counts cached input, and what was used before a failure', () => {
    const usage = {
      input_tokens: 10,
      output_tokens: 5,
      cache_creation_input_tokens: 100,
      cache_read_input_tokens: 1000,
    };
    const outcome = judge(failure({ usage, total_cost_usd: 0.25 }));
    assert.deepEqual(outcome.kind === 'limited' && outcome.usage, {
      inputTokens: 1110,
      outputTokens: 5,
      costUsd: 0.25,
    });
  });
});
