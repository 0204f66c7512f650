import { problem } from '../../base/problem.ts';
import type { Check } from '../../core/evidence/types.ts';
import { stepsOf } from '../../core/loop/options.ts';
import type { LoopSource } from '../../core/loop/source.ts';
import type { Run } from '../../core/loop/types.ts';
import type { Outcome } from '../../core/outcome.ts';
import { redactSecrets } from '../../core/privacy/secrets.ts';
import { evidenceText } from '../patchText.ts';
import { searchChange } from '../searchChange.ts';
import { findTestLosses } from './findTestLosses.ts';
import type { EffectContext } from './handler.ts';
import { whyUnseen } from './sightSource.ts';

/**
 * What a loop in a checkout that a person named begins with: the base stands for itself and never moves, and where the
 * work is there already it is taken over as the first round's.
 */
export async function prepareSource(
  run: Run,
  source: LoopSource,
  checks: { readonly checks: readonly Check[]; readonly from: 'base' | 'start' },
  { git, store }: Pick<EffectContext, 'git' | 'store'>,
): Promise<Outcome> {
  const base = await git.resolveBase(source.base);
  if (!base.ok) return { kind: 'failed', problem: base.error };
  const sight = await git.sightSource({ path: source.path, base: source.base, head: null });
  if (!sight.ok) return { kind: 'failed', problem: whyUnseen(sight.error, run.task.id) };
  const { head } = sight.value;
  const prepared = {
    kind: 'prepareRun',
    base: base.value,
    branch: run.branch,
    checks: checks.checks,
    checksFrom: checks.from,
  } as const;
  if (!source.reviewOnly) return { ...prepared, source: { sight: sight.value, change: null } };
  const change = await git.changeSince([source.base], head);
  if (!change.ok) return { kind: 'failed', problem: change.error };
  const text = await git.describeChange(source.base, head);
  if (!text.ok) return { kind: 'failed', problem: text.error };
  const found = searchChange(text.value);
  const [secret = found.unsearched[0]] = found.secrets;
  if (secret !== undefined)
    return {
      kind: 'failed',
      problem: problem(
        'source.secret',
        'The change to review holds a secret, or a file that can’t be searched for one: {name}. Take it out of the commits, then start again.',
        { name: redactSecrets(secret) },
      ),
    };
  const { tree, files } = change.value;
  const judged = { base: source.base, head, files };
  const tests = stepsOf(run.options).protectTests ? { tests: await findTestLosses(judged, git) } : {};
  return {
    ...prepared,
    source: {
      sight: sight.value,
      change: {
        base: source.base,
        head,
        tree,
        files: files.map((file) => ({ ...file, path: redactSecrets(file.path) })),
        patch: await store.putBlob(evidenceText(text.value.patch)),
        ...tests,
      },
    },
  };
}
