import type { Problem } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import { createNodeFiles } from '../adapters/files/nodeFiles.ts';
import { createGit } from '../adapters/git/createGit.ts';
import { runProcess } from '../adapters/process/run.ts';
import { placesOf, type Places } from '../app/places.ts';
import type { Files } from '../app/ports/files.ts';
import type { Forge } from '../app/ports/forge.ts';
import type { Git, RepositoryFacts } from '../app/ports/git.ts';
import { createPrivacySource } from '../app/privacySource.ts';
import type { Privacy } from '../core/privacy/privacy.ts';
import type { Settings } from '../protocol/settings.ts';
import { createHostForge } from './forge.ts';

/** What a look at a repository needs: its files, git, its forge and the rules, without the log and its owner. */
export interface Look {
  readonly facts: RepositoryFacts;
  readonly places: Places;
  readonly settings: Settings;
  readonly privacy: Privacy;
  readonly files: Files;
  readonly git: Git;
  readonly forge: Forge;
}

/** Opens a look from any folder of a repository. Nothing is kept open, so there is nothing to close. */
export async function openLook(deps: {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: Settings;
}): Promise<Result<Look, Problem>> {
  const { settings } = deps;
  const git = createGit({ folder: deps.folder, env: deps.env, run: runProcess });
  const facts = await git.facts();
  if (!facts.ok) return facts;
  const { controlRoot, commonDir, sourceRoot } = facts.value;
  return ok({
    facts: facts.value,
    places: placesOf(facts.value),
    settings,
    privacy: createPrivacySource(() => settings, controlRoot)(),
    files: createNodeFiles({ roots: [controlRoot, commonDir, sourceRoot] }),
    git,
    forge: createHostForge({ settings: () => settings, git, controlRoot, commonDir, env: deps.env }),
  });
}
