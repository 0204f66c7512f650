import type { Proposal } from '../../core/patch/types.ts';
import type { State } from '../../core/state.ts';
import { ledgerSentence } from './facts.ts';
import { ledgerJson, type Stamp } from './json.ts';
import type { Projection } from './projection.ts';

/** Below the ledger's folder. */
export const patchArtifactPath = 'patch_runs/implementer/patch_artifact.json';

/** Blobs that contract files are made from, by digest. */
export const projectedBlobs = ({ proposal }: Pick<State, 'proposal'>): readonly string[] =>
  proposal?.verdict === 'proposed' ? [proposal.patch] : [];

/**
 * What the newest write lane proposes. The diff is the lane's byte for byte, or there is none: one that could not be
 * shown as it is, by the rules of now, would not be the one that was proposed.
 */
export function patchArtifact(
  { proposal }: Pick<State, 'proposal'>,
  texts: ReadonlyMap<string, string>,
): readonly Projection[] {
  if (!proposal) return [];
  const found = proposal.verdict === 'proposed' ? texts.get(proposal.patch) : '';
  return [
    { path: patchArtifactPath, reads: [proposal, found], render: (stamp) => artifactText(proposal, found, stamp) },
  ];
}

function artifactText(proposal: Proposal, found: string | undefined, stamp: Stamp): string {
  const isWhole = found !== undefined && stamp.privacy.redact(found) === found;
  const verdict = isWhole ? proposal.verdict : 'error';
  const diff = verdict === 'proposed' && isWhole ? found : '';
  return ledgerJson(
    {
      schema_version: 1,
      task_id: proposal.task,
      session_id: proposal.session,
      role: proposal.role,
      agent: proposal.agent,
      base: proposal.base,
      scratch_branch: proposal.worktree,
      verdict,
      summary: summaryOf(proposal, verdict),
      files: filesOf(diff),
      diffstat: statOf(diff),
      diff,
      wu: verdict === 'proposed' ? 1 : 0,
      privacy_scrubbed: proposal.clean,
      ...(proposal.toChoose === undefined ? {} : { needs_human_selection: true, worker_count: proposal.toChoose }),
    },
    stamp,
  );
}

function summaryOf({ agent, blockers, warnings }: Proposal, verdict: Proposal['verdict']): string {
  const first = {
    proposed: `${agent} proposes this patch.`,
    empty: `${agent} changed nothing.`,
    blocked: 'Nothing is proposed.',
    error: 'The patch can’t be shown as it was proposed.',
  }[verdict];
  return [first, ...[...blockers, ...warnings].map(ledgerSentence)].join(' ');
}

/** The paths of a patch as its headers name them, without those of deleted files' other side. */
export function filesOf(diff: string): readonly string[] {
  const paths = diff.split('\n').flatMap((line) => {
    if (!line.startsWith('diff --git ')) return [];
    const quoted = /"b\/((?:[^"\\]|\\.)*)"$/.exec(line)?.[1];
    if (quoted !== undefined) return [unquoted(quoted)];
    // Both sides have one name, since no rename is looked for.
    const names = line.slice('diff --git '.length);
    return [names.slice((names.length - 1) / 2 + 1 + 'b/'.length)];
  });
  return [...new Set(paths)];
}

/** Git quotes a name's bytes in octal. */
function unquoted(text: string): string {
  const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', v: '\v', f: '\f' };
  const bytes = text.replaceAll(/\\([0-7]{3})|\\(.)|[^\\]/gsu, (part, octal?: string, sign?: string) =>
    octal !== undefined
      ? `%${Number.parseInt(octal, 8).toString(16).padStart(2, '0')}`
      : encodeURIComponent(sign === undefined ? part : (named[sign] ?? sign)),
  );
  try {
    return decodeURIComponent(bytes);
  } catch {
    // Bytes of another encoding have no other name.
    return text;
  }
}

/** Lines of hunks only: content may look like a header. */
export function statOf(diff: string) {
  let inHunk = false;
  let insertions = 0;
  let deletions = 0;
  for (const line of diff.split('\n')) {
    if (line.startsWith('diff --git ')) inHunk = false;
    else if (line.startsWith('@@ ')) inHunk = true;
    else if (inHunk && line.startsWith('+')) insertions += 1;
    else if (inHunk && line.startsWith('-')) deletions += 1;
  }
  return { files_changed: filesOf(diff).length, insertions, deletions };
}
