import { fill, problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { findSecrets } from '../../core/privacy/secrets.ts';
import { toChoose } from '../../core/team/judge.ts';
import type { Team, WorkerPatch } from '../../core/team/types.ts';
import {
  artifactName,
  blockedArtifact,
  ownFolder as own,
  patchArtifact,
  type TeamArtifact,
} from '../team/artifacts.ts';
import { artifactText } from '../team/artifactText.ts';
import { findTeam } from '../team/findTeam.ts';
import type { EffectContext, Handler } from './handler.ts';

/**
 * Writes what a team proposes. Before it is started its place says that nothing is proposed, and what workers proposed
 * before is put aside: whatever stops the host later, nobody takes an old proposal for this one's.
 */
export const publishTeam: Handler<'publishTeam'> = async (effect, context) => {
  const team = findTeam(context.state(), effect.run);
  const done = effect.stage === 'clear' ? await clear(team, context) : await publish(team, context);
  if (done.ok) return { kind: 'publishTeam', warnings: done.value };
  // Part of it may be written: then none of it counts.
  await writeAll(team, [own], blockedArtifact(team, fill(done.error.text, done.error.params)), context);
  await neutralise(team, context);
  return { kind: 'failed', problem: done.error };
};

async function clear(team: Team, context: EffectContext): Promise<Result<readonly Problem[], Problem>> {
  const { files, places } = context;
  const written = await writeAll(team, [own], blockedArtifact(team, 'The team has proposed nothing yet.'), context);
  if (!written.ok) return err(cantEvict(own));
  const warnings: Problem[] = [];
  for (const name of await workerFolders(context)) {
    const from = `${places.ledger}/${own}/${name}`;
    const moved = await files.move(from, `${places.teams}/${team.id}/earlier/${name}`);
    if (moved.ok) continue;
    const over = await writeAll(team, [`${own}/${name}`], blockedArtifact(team, 'An earlier proposal.'), context);
    if (!over.ok) return err(cantEvict(`${own}/${name}`));
    warnings.push(
      problem('omc.notPutAside', '{path} could not be put aside, and now says that nothing is proposed.', {
        path: name,
      }),
    );
  }
  return ok(warnings);
}

async function publish(team: Team, context: EffectContext): Promise<Result<readonly Problem[], Problem>> {
  const patches = team.patches ?? [];
  const [first] = team.blockers;
  if (first && toChoose(team) !== null) {
    for (const [i, patch] of patches.entries()) {
      const one = await artifactOf(team, patch, context);
      const written = one.ok ? await writeAll(team, [`${own}/worker-${i}`], one.value, context) : one;
      if (!written.ok) return written;
    }
    const why = fill(first.text, first.params);
    const written = await writeAll(team, [own], blockedArtifact(team, why, patches.length), context);
    return written.ok ? ok([]) : written;
  }
  const [only] = patches;
  const isProposed = first === undefined && only !== undefined && only.files.length > 0;
  const artifact = isProposed
    ? await artifactOf(team, only, context)
    : ok(blockedArtifact(team, first ? fill(first.text, first.params) : 'The team changed nothing.'));
  const written = artifact.ok ? await writeAll(team, [own], artifact.value, context) : artifact;
  return written.ok ? ok([]) : written;
}

async function artifactOf(
  team: Team,
  patch: WorkerPatch,
  { store }: EffectContext,
): Promise<Result<TeamArtifact, Problem>> {
  const diff = patch.files.length === 0 ? '' : await store.getBlob(patch.patch);
  return diff === null || findSecrets(diff).length > 0
    ? err(
        problem('omc.patchGone', 'What {worker} changed is not kept any more. Let the team work again.', {
          worker: patch.name,
        }),
      )
    : ok(patchArtifact(team, patch, diff));
}

/** Writes an artifact to some folders below the ledger, and reads it back: what can't be read as it was meant does not count. */
async function writeAll(
  team: Team,
  folders: readonly string[],
  artifact: TeamArtifact,
  { files, places, state, privacy }: EffectContext,
): Promise<Result<void, Problem>> {
  const text = artifactText(artifact, { seq: state().seq, at: team.startedAt, privacy: privacy() });
  for (const folder of folders) {
    const path = `${places.ledger}/${folder}/${artifactName}`;
    const written = await files.write(path, text);
    if (!written.ok) return written;
    const read = await files.read(path);
    if (!read.ok) return read;
    if (read.value !== text)
      return err(problem('omc.artifact', '{path} is not what was written to it.', { path: folder }));
  }
  return ok(undefined);
}

/** Takes every worker's proposal back, as far as that is possible. */
async function neutralise(team: Team, context: EffectContext): Promise<void> {
  const folders = (await workerFolders(context)).map((name) => `${own}/${name}`);
  for (const folder of folders) await writeAll(team, [folder], blockedArtifact(team, 'Nothing is proposed.'), context);
}

const workerFolders = async ({ files, places }: EffectContext): Promise<readonly string[]> =>
  (await files.list(`${places.ledger}/${own}`)).filter((name) => name.startsWith('worker-'));

const cantEvict = (path: string): Problem =>
  problem(
    'omc.evict',
    'What an earlier team proposed at {path} can’t be put aside, so no other is started. Remove it by hand.',
    { path },
  );
