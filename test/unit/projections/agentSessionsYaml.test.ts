import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { agentSessionsYaml, withoutSessionsStamp } from '../../../src/app/projections/agentSessionsYaml.ts';
import { emptyState } from '../../../src/core/state.ts';
import { createSessionScene } from '../../builders/sessionScene.ts';
import { createMemoryFiles } from '../../fakes/memoryFiles.ts';

const path = '/repo/.mam/agent-sessions.yaml';

describe('agent-sessions.yaml', () => {
  it('is read back as what it was made from, whatever names and paths hold', async () => {
    const scene = await createSessionScene();
    await scene.open();
    const odd = {
      ...scene.session(),
      name: 'yes',
      cwd: `/a "b" 'c': #d\u2028한 & *x`,
      role: null,
      conversation: '0x1F',
    };
    const read: unknown = parse(agentSessionsYaml({ ...scene.app.state, agentSessions: { [odd.id]: odd } }));
    assert.deepEqual(read, {
      schema_version: 1,
      mam: { seq: scene.app.state.seq, at: scene.app.state.updatedAt },
      sessions: [
        {
          id: odd.id,
          name: 'yes',
          agent: 'claude',
          backend: 'tmux',
          cwd: odd.cwd,
          worktree: null,
          role: null,
          conversation: '0x1F',
          generation: 1,
          handle: odd.handle,
          pid: odd.process?.pid,
          pid_start: odd.process?.startTime,
          boot_id: 'boot-1',
          status: 'open',
          ended_at: null,
          job: null,
          opened_at: odd.openedAt,
          control_plane: {
            workspace_root: '/repo',
            agent_sessions_yaml: path,
            mam_jobs_dir: '/repo/.mam/jobs',
            delegate_job_logs_dir: '/repo/.mam/delegate_job_logs',
          },
        },
      ],
    });
    await scene.app.close();
  });

  it('says nothing of a repository without sessions, and nothing secret of any', async () => {
    assert.deepEqual(parse(agentSessionsYaml(emptyState)).sessions, []);
    const scene = await createSessionScene();
    await scene.open();
    const text = agentSessionsYaml(scene.app.state);
    const { id } = scene.session();
    assert.ok(!text.includes(scene.ports.keys.sessionToken(id, 1)));
    await scene.app.close();
  });

  it('is written when a session changes, and left alone where somebody else wrote it', async () => {
    const scene = await createSessionScene();
    await scene.rest();
    assert.equal(scene.files.texts.get(path), undefined);
    await scene.open();
    await scene.rest();
    const first = scene.files.texts.get(path) ?? '';
    assert.equal(parse(first).sessions[0].status, 'open');
    await scene.see('hook', { kind: 'working' });
    assert.equal(withoutSessionsStamp(scene.files.texts.get(path) ?? ''), withoutSessionsStamp(first));
    await scene.app.close();

    const files = createMemoryFiles({ '/repo/tasks/queue.md': '', [path]: 'sessions:\n  - name: theirs\n' });
    const other = await createSessionScene({ files });
    await other.open();
    await other.rest();
    assert.equal(files.texts.get(path), 'sessions:\n  - name: theirs\n');
    assert.equal(other.app.problem?.code, 'session.foreignFile');
    await other.app.close();
  });
});
