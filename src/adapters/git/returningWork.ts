import type { Git } from '../../app/ports/git.ts';
import type { GraftGit } from '../../app/ports/gitGraft.ts';
import type { SourceGit } from '../../app/ports/gitSource.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import type { Capabilities } from './capabilities.ts';
import { mergeOnto } from './mergeOnto.ts';
import type { Repository } from './repository.ts';
import { graftFiles } from './graftFiles.ts';
import { sourceCalls } from './source.ts';
import { tryHooks } from './tryHooks.ts';
import { tryPatch } from './tryPatch.ts';
import { listRescues } from './rescueList.ts';
import { seedCommit } from './seedCommit.ts';
import type { Identity } from './moveRef.ts';

interface Context {
  readonly repository: Repository;
  readonly can: Capabilities;
  /** Files of our own. */
  readonly tmp: string;
}

/** The calls for work which is in no checkout: kept, handed in, or to be proposed. */
export const returningWork = (
  calls: Calls,
  context: () => Promise<Result<Context, Problem>>,
  who: Identity,
): Pick<Git, 'listRescues' | 'seedCommit' | 'tryHooks' | 'tryPatch'> & SourceGit & GraftGit => ({
  ...sourceCalls(calls, context),
  async tryHooks(spec) {
    const at = await context();
    return at.ok ? tryHooks(calls, at.value.repository, at.value.tmp, spec) : at;
  },
  async seedCommit(spec) {
    const at = await context();
    return at.ok ? seedCommit({ calls, repository: at.value.repository, folder: at.value.tmp, who }, spec) : at;
  },
  async graftFiles(spec) {
    const at = await context();
    return at.ok ? graftFiles({ calls, repository: at.value.repository, folder: at.value.tmp, who }, spec) : at;
  },
  async mergeOnto(spec) {
    const at = await context();
    if (!at.ok) return at;
    const { repository, can, tmp } = at.value;
    return mergeOnto({ calls, repository, can, folder: tmp, who }, spec);
  },
  async tryPatch(spec) {
    const at = await context();
    return at.ok ? tryPatch(calls, at.value.repository, at.value.tmp, spec) : at;
  },
  async listRescues() {
    const at = await context();
    return at.ok ? listRescues(calls, at.value.repository) : at;
  },
});
