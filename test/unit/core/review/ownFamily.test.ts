import assert from 'node:assert/strict';
import { familyWords } from '../../../../src/app/views/familyWords.ts';
import { ownFamily } from '../../../../src/core/review/ownFamily.ts';
import { loopOptions } from '../../../builders/core.ts';
import { reader } from '../../../builders/scene.ts';

const agents = (reviewer: string, auditor: string) => ({ implementer: 'codex', reviewer, 'ci-eval-auditor': auditor });
const families = { codex: 'openai', mine: 'openai', claude: 'anthropic' };
const found = (reviewer: string, auditor: string, known: Readonly<Record<string, string>> | undefined = families) => {
  const options = loopOptions({ agents: agents(reviewer, auditor), ...(known ? { families: known } : {}) });
  return { sessions: ownFamily({ options }).map(({ session }) => session), words: familyWords(reader(), { options }) };
};

describe('reviewers of the writer’s own family', () => {
  it('are named, and nobody where all are of another', () => {
    assert.deepEqual(found('claude', 'claude'), { sessions: [], words: null });
    assert.deepEqual(found('codex', 'claude').sessions, ['reviewer']);
    assert.deepEqual(found('mine', 'codex').sessions, ['reviewer', 'ci-eval-auditor']);
    assert.match(found('codex', 'claude').words ?? '', /own agent family, in sessions of its own: Reviewer$/);
  });

  it('are none where nothing is known of families', () =>
    assert.deepEqual(found('codex', 'codex', {}), { sessions: [], words: null }));
});
