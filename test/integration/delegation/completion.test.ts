import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../../../scripts/lib/project.mjs';
import { serveHerdr, type FakeHerdr } from '../../fakes/fakeHerdr/fakeHerdr.ts';
import { until } from '../../until.ts';
import { createScriptedScene, type AgentNote, type ScriptedScene } from './scriptedAgents.ts';

/** Longer than what has to be still before anything is inferred, so that stillness alone would have ended the job. */
const testsMs = 19_000;

/** What a screen that looks idle must not end, with real processes in a real terminal's place. */
describe('agents that look idle before they are done', function () {
  this.timeout(180_000);
  let folder: string;
  let herdr: FakeHerdr;
  const scenes: ScriptedScene[] = [];
  /** They mostly wait, so that all of them are played at once. */
  const played = new Map<string, Promise<void>>();
  const trusted = { 'mam.completion.mode': { scripted: 'auto' } } as const;

  before(async () => {
    ensureBuilt();
    folder = await realpath(await mkdtemp(join(tmpdir(), 'mam-herdr-')));
    herdr = await serveHerdr({ socketPath: join(folder, 'herdr.sock') });
    for (const [title, play] of Object.entries(scenarios)) {
      const playing = play();
      playing.catch(() => undefined);
      played.set(title, playing);
    }
  });
  after(async () => {
    await Promise.allSettled(played.values());
    for (const scene of scenes) await scene.close();
    await herdr.close();
    await rm(folder, { recursive: true, force: true });
  });

  const paneOf = (session: string) => herdr.world.panes.find(({ label }) => label?.includes(`[${session}.`));
  /** A person types something, which the agent waits for before it goes on. */
  const nudge = (scene: ScriptedScene): void => paneOf(scene.session().id)?.process.write('is it?\r');
  /** Its session is in the stand-in of herdr, which takes the agent for idle soon after its prompt, and from then on. */
  const begin = async (name: string, ms = 0): Promise<ScriptedScene> => {
    const env = { HERDR_SOCKET_PATH: herdr.socketPath };
    const scene = await createScriptedScene(name, { backend: 'herdr', ms, env, settings: trusted });
    scenes.push(scene);
    const { id } = await scene.open();
    const pane = paneOf(id);
    assert.ok(pane);
    herdr.world.setStatus(pane, 'claude', 'idle');
    await scene.submit();
    await until('the prompt', async () => (await scene.given()).length > 0, 60_000);
    herdr.world.setStatus(pane, 'claude', 'working');
    await until('its work', () => scene.session().sights.watcher?.activity.kind === 'working', 20_000);
    herdr.world.setStatus(pane, 'claude', 'idle');
    return scene;
  };
  const noted = (scene: ScriptedScene, kind: AgentNote['kind'], times = 1): Promise<void> =>
    until(kind, async () => (await scene.notes()).filter((note) => note.kind === kind).length >= times, 60_000);
  const over = (scene: ScriptedScene, deadlineMs = 60_000): Promise<void> =>
    until('its end', () => Boolean(scene.job().attempts.at(-1)?.ended), deadlineMs);
  const prompts = async (scene: ScriptedScene): Promise<number> =>
    (await scene.given()).filter((line) => line.startsWith('Read the whole file')).length;

  const scenarios: Readonly<Record<string, () => Promise<void>>> = {
    'are not done while the report is written, and are at once when it is handed in': async () => {
      const scene = await begin('slowReport');
      for (let part = 1; part <= 4; part += 1) {
        await noted(scene, 'wrote', part);
        await until('its size', () => scene.job().attempts[0]?.report?.bytes === part * 7, 20_000);
        assert.equal(scene.job().status, 'running');
        nudge(scene);
      }
      await noted(scene, 'ran', 2);
      await over(scene, 5_000);
      const [attempt] = scene.job().attempts;
      assert.deepEqual(
        [scene.job().status, attempt?.ended?.by, attempt?.report?.manifest],
        ['completed', 'agent', true],
      );
      const whole = createHash('sha256').update('Part 1\nPart 2\nPart 3\nPart 4\nThe end\n').digest('hex');
      assert.equal(attempt?.report?.sha256, whole);
      assert.equal(await prompts(scene), 1);
    },

    'stay at it as long as what they started runs, however idle they look, and end by themselves never': async () => {
      const scene = await begin('idleMidTurn', 12_000);
      await noted(scene, 'child');
      const runs = () => scene.session().sights.process?.activity.kind;
      await until('its child', () => runs() === 'working', 20_000);
      await until('the end of its child', () => runs() === 'quiet', 40_000);
      assert.equal(scene.job().status, 'running');
      assert.ok(scene.missing().includes('missing.report'), scene.missing().join());
      assert.ok(!scene.seen.includes('done'), scene.seen.join());
    },

    'keep a job whose agent said that it came to nothing from being taken for done, whatever its report looks like':
      async () => {
        const scene = await begin('laterError');
        await until('its report', () => scene.job().attempts[0]?.report?.bytes === 19, 60_000);
        nudge(scene);
        await over(scene);
        const [attempt] = scene.job().attempts;
        assert.deepEqual([scene.job().status, attempt?.ended?.status, attempt?.ended?.by], ['error', 'error', 'agent']);
        assert.equal(attempt?.wouldComplete, null);
      },

    'count as done only after their tests have ended, and only by everything that was seen together': async () => {
      const scene = await begin('reportFirst', testsMs);
      await noted(scene, 'child');
      const child = (await scene.notes()).find(({ kind }) => kind === 'child')?.pid ?? 0;
      const began = performance.now();
      let aliveMs = 0;
      await until(
        'its end',
        () => {
          if (isAlive(child)) aliveMs = performance.now() - began;
          return Boolean(scene.job().attempts[0]?.ended);
        },
        90_000,
      );
      assert.ok(!isAlive(child) && aliveMs > 10_000, `its tests ran for ${Math.round(aliveMs)} ms`);
      const ended = scene.job().attempts[0]?.ended;
      assert.deepEqual([ended?.status, ended?.by], ['completed', 'watcher']);
      assert.deepEqual(ended?.grounds, ['started', 'report without a change', 'idle by watcher', 'nothing runs']);
    },

    'keep their end when they contradict it later, and that is counted': async () => {
      const scene = await begin('laterError');
      await over(scene);
      assert.deepEqual([scene.job().status, scene.job().attempts[0]?.ended?.by], ['completed', 'watcher']);
      nudge(scene);
      await noted(scene, 'ran', 2);
      await until('the contradiction', () => scene.job().attempts[0]?.contradictions === 1, 20_000);
      assert.equal(scene.job().status, 'completed');
    },
  };

  for (const title of Object.keys(scenarios)) it(title, () => played.get(title));
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
