// `node test/replay/record.ts`: plays each story that has no log yet on the fakes, and keeps its log and what it comes to.
// A log that is there is never written again: that old logs can be read is what the replay tier is for. A new form of an
// event gets new stories.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHarness, passes, person, writesFile, type Harness } from '../builders/appHarness.ts';
import { queueText } from '../builders/queueText.ts';
import { byAccess, failed, interrupted, inTurn, reported, type Play } from '../fakes/fakeLanes.ts';
import type { MemoryStore } from '../fakes/memoryStore.ts';
import { foldRows, summarise, type Row } from './summarise.ts';

export const logsFolder = join(import.meta.dirname, '../fixtures/logs');

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });
const two = queueText({ id: 'T-2026-0001', claims: '`a.txt`' }, { id: 'T-2026-0002', claims: '`a.txt`, `b.txt`' });
const rejects: Play = () => reported('- [major] a.txt:1 - wrong\n\n[VERDICT: NOT PASS]');

const approve = async (h: Harness): Promise<void> => {
  const { id, change } = h.run();
  await h.app.dispatch({ type: 'approve', run: id, head: change?.head ?? '' }, person);
  await h.rest();
};

interface Story {
  readonly queue: string;
  readonly play?: Parameters<typeof createHarness>[0]['play'];
  readonly tell: (h: Harness) => Promise<void>;
}

/** What happened to somebody's repository, one way after another. */
export const stories: Readonly<Record<string, Story>> = {
  'merged-v1': {
    queue,
    tell: async (h) => {
      await h.start();
      await approve(h);
      await h.app.mergeLocally(h.run().id, person);
    },
  },
  'repaired-v1': {
    queue,
    play: (git) => byAccess({ write: writesFile(git), read: inTurn(rejects, passes) }),
    tell: async (h) => {
      await h.start();
      await approve(h);
    },
  },
  'round-cap-returned-v1': {
    queue,
    play: (git) => byAccess({ write: writesFile(git), read: rejects }),
    tell: async (h) => {
      await h.start();
      await h.app.dispatch({ type: 'returnRun', run: h.run().id, comments: 'Once more.' }, person);
      await h.rest();
      await h.app.dispatch({ type: 'abandonRun', run: h.run().id }, person);
      await h.rest();
    },
  },
  'interrupted-v1': {
    queue,
    play: (git) => byAccess({ write: inTurn(interrupted(), failed('lane.server'), writesFile(git)), read: passes }),
    tell: async (h) => {
      await h.start();
      await h.app.dispatch({ type: 'resumeLoop' }, person);
      await h.rest();
    },
  },
  'two-tasks-base-moved-v1': {
    queue: two,
    tell: async (h) => {
      await h.start({ limit: null });
      h.git.commitOn('main', { 'c.txt': 'new\n' });
      await h.app.refresh();
      await h.rest();
      await h.app.dispatch({ type: 'setClaims', run: h.run('T-2026-0002').id, claims: ['b.txt'] }, person);
      await h.spool.drop(
        '1.json',
        '{"v":1,"type":"heartbeat","session":"reviewer","role":"Reviewer","task":"T-2026-0001","status":"passed"}',
      );
      await h.rest();
    },
  },
};

/** Plays a story, and gives back its log as the store keeps it. */
async function playStory(story: Story): Promise<readonly Row[]> {
  const h = await createHarness({ queue: story.queue, ...(story.play ? { play: story.play } : {}) });
  await story.tell(h);
  await h.app.close();
  const store: MemoryStore = h.store;
  return store.database.rows.map(({ seq, at, actor, type, v, data }) => ({ seq, at, actor, type, v, data }));
}

async function record(): Promise<void> {
  mkdirSync(logsFolder, { recursive: true });
  for (const [name, story] of Object.entries(stories)) {
    const log = join(logsFolder, `${name}.jsonl`);
    if (existsSync(log)) continue;
    const rows = await playStory(story);
    const state = foldRows(rows);
    if (!state.ok) throw new Error(state.error.code);
    writeFileSync(log, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    writeFileSync(join(logsFolder, `${name}.golden.json`), `${JSON.stringify(summarise(state.value), null, 2)}\n`);
  }
}

if (import.meta.main) await record();
