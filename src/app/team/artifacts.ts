import type { Team, WorkerPatch } from '../../core/team/types.ts';

/** A patch artifact (version 1) before it is stamped. `diff` is byte for byte what was captured. */
export interface TeamArtifact {
  readonly [field: string]: unknown;
  readonly verdict: 'proposed' | 'empty' | 'blocked';
  readonly diff: string;
}

/** The one file name of all of them, each in its own folder. */
export const artifactName = 'patch_artifact.json';

/** Where the runner keeps its own, below the ledger's folder. What is proposed at last is also where active-apply looks. */
export const ownFolder = 'omc_runs/omc-team';

const fields = ({ task, base, name }: Team, branch: string | null) => ({
  schema_version: 1,
  task_id: task,
  session_id: 'omc-team',
  role: 'Implementer',
  agent: 'omc',
  base,
  scratch_branch: branch === null ? null : `omc-team/${name ?? ''}/${branch}`,
  privacy_scrubbed: true,
});

/** What is proposed by one worker. */
export function patchArtifact(team: Team, patch: WorkerPatch, diff: string): TeamArtifact {
  const insertions = patch.files.reduce((sum, file) => sum + file.added, 0);
  const deletions = patch.files.reduce((sum, file) => sum + file.removed, 0);
  const isEmpty = patch.files.length === 0;
  return {
    ...fields(team, patch.name),
    verdict: isEmpty ? 'empty' : 'proposed',
    summary: isEmpty ? `${patch.name} changed nothing.` : `${patch.name} of the team ${team.name ?? ''}.`,
    files: patch.files.map((file) => file.path),
    diffstat: { files_changed: patch.files.length, insertions, deletions },
    diff,
    wu: isEmpty ? 0 : 1,
  };
}

/** That nothing is proposed: for a team that was not asked yet, that was blocked, or of which a person has to choose. */
export const blockedArtifact = (team: Team, summary: string, toChoose: number | null = null): TeamArtifact => ({
  ...fields(team, null),
  verdict: 'blocked',
  summary,
  files: [],
  diffstat: { files_changed: 0, insertions: 0, deletions: 0 },
  diff: '',
  wu: 0,
  ...(toChoose === null ? {} : { needs_human_selection: true, worker_count: toChoose }),
});
