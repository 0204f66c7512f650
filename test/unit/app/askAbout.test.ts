import assert from 'node:assert/strict';
import { askedAbout, questionOf, questionPrompt } from '../../../src/app/askAbout.ts';
import { approvalView } from '../../../src/app/views/approvalPacket.ts';
import type { DelegatedJob } from '../../../src/core/delegation/types.ts';
import { askQuestion } from '../../../src/vscode/packet/askQuestion.ts';
import { err, ok } from '../../../src/base/result.ts';
import { problem } from '../../../src/base/problem.ts';
import { aJob, aScene, at, commits, gateOpenState, reader } from '../../builders/scene.ts';

const wrote = gateOpenState({ jobs: [aJob({ session: 'implementer', agent: 'claude' })] });
const run = wrote.runs['run-1'];
assert.ok(run);

const aQuestion = (change: Partial<DelegatedJob>): DelegatedJob => ({
  id: 'job-9',
  kind: 'work',
  session: 's1',
  agent: 'codex',
  role: null,
  prompt: questionPrompt(run, 'Why three?'),
  workdir: '/repo',
  claims: [],
  outside: false,
  timeoutMs: 0,
  idleTimeoutMs: 0,
  expectedArtifacts: [],
  task: run.task.id,
  status: 'pending',
  createdAt: at('15:00'),
  updatedAt: at('15:00'),
  queued: 1,
  attempts: [],
  messages: 0,
  ...change,
});

const packet = (jobs: readonly DelegatedJob[]) => {
  const state = { ...wrote, delegations: Object.fromEntries(jobs.map((job) => [job.id, job])) };
  const model = approvalView(reader(), aScene(state), 'run-1');
  assert.ok(!('missing' in model));
  return model;
};

describe('a question about a change', () => {
  it('goes to the writer or to whoever judged it, never to a person', () => {
    assert.deepEqual(
      askedAbout(run).map(({ session, agent }) => [session, agent]),
      [
        ['implementer', 'claude'],
        ['reviewer', 'codex'],
        ['ci-eval-auditor', 'codex'],
      ],
    );
    const people = { ...run, options: { ...run.options, people: ['codex'] } };
    assert.ok(!askedAbout(people).some(({ agent }) => agent === 'codex'));
  });

  it('keeps the words of the person, and names the exact commits', () => {
    const prompt = questionPrompt(run, ' Why three?\n\nAnd not four? ');
    assert.equal(questionOf(prompt), 'Why three?\n\nAnd not four?');
    assert.ok(prompt.includes(commits.head) && prompt.includes(commits.base), prompt);
    assert.equal(questionOf('Say hello.'), null);
  });

  it('is shown in the packet with the way to its answer, and decides nothing', () => {
    const model = packet([
      aQuestion({}),
      aQuestion({ id: 'job-10', status: 'completed' }),
      aQuestion({ id: 'other', prompt: 'Say hello.' }),
      aQuestion({ id: 'elsewhere', task: 'T-1' }),
    ]);
    assert.deepEqual(
      model.questions.map(({ text, open }) => [text, open.name, open.args]),
      [
        ['codex · Why three?', 'openJob', ['job-9']],
        ['codex · Why three?', 'openReport', ['job-10']],
      ],
    );
    assert.equal(model.gate.words, packet([]).gate.words);
    assert.deepEqual(model.askChoices[0], { id: 'implementer', title: 'Implementer (claude)' });
  });

  const asks = () => {
    const wishes: unknown[] = [];
    const refuse = problem('x', 'No terminal.');
    const app: Parameters<typeof askQuestion>[0] = {
      state: wrote,
      facts: { controlRoot: '/repo' },
      agentSessions: { open: async (wish) => (wishes.push(wish), err(refuse)) },
      delegation: { submit: async (wish) => (wishes.push(wish), ok(aQuestion({}))) },
    };
    return { app, wishes };
  };

  it('opens a session of that agent where none is free, and says why it could not', async () => {
    const { app, wishes } = asks();
    const refused = await askQuestion(app, 'run-1', 'reviewer', 'Why three?');
    assert.equal(refused?.text, 'No terminal.');
    assert.deepEqual(wishes, [
      { agent: 'codex', backend: 'editor', name: null, role: null, controlPlane: null, cwd: '/repo' },
    ]);
  });

  it('is refused for who did not work on it', async () => {
    const { app, wishes } = asks();
    assert.equal((await askQuestion(app, 'run-1', 'planner', 'Why?'))?.code, 'packet.nobodyToAsk');
    assert.deepEqual(wishes, []);
  });
});
