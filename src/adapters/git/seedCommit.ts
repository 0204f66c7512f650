import { randomUUID } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SeedSpec } from '../../app/ports/git.ts';
import { because, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { covers } from '../../core/lease/glob.ts';
import type { Seed } from '../../core/patch/types.ts';
import { splitNul, type Calls } from './calls.ts';
import { changesBetween, snapshot } from './capture.ts';
import { writeCommit } from './commit.ts';
import { putEntries } from './putEntries.ts';
import type { Identity } from './moveRef.ts';
import * as problems from './problems.ts';
import { central, type Repository } from './repository.ts';

interface Tools {
  readonly calls: Calls;
  readonly repository: Repository;
  readonly folder: string;
  readonly who: Identity;
}

type Env = Readonly<Record<string, string>>;

/** Texts that people write private values into; code is never changed before a lane sees it. */
const textFile = /\.(?:md|txt|json|jsonl|ya?ml)$/i;
const regularFile = /^100(?:644|755)$/;
const mostTextBytes = 256 * 1024 * 1024;

/**
 * The commit that a proposing lane starts from: `commit` with the person's uncommitted changes to claimed files where
 * they are wanted, and without the private values of claimed texts. It is made of objects alone: no ref leads to it, and
 * neither a checkout nor an index of anybody is written. The same call gives the same commit.
 */
export async function seedCommit(tools: Tools, spec: SeedSpec): Promise<Result<Seed, Problem>> {
  const { calls, repository, folder, who } = tools;
  const at = central(repository);
  const own = join(folder, randomUUID());
  await mkdir(own, { recursive: true, mode: 0o700 });
  const env = { GIT_INDEX_FILE: join(own, 'index') };
  const claimed = (path: string): boolean => spec.claims.some((claim) => covers(claim, path));
  try {
    const read = await calls.must('read a commit', { at, env, args: ['read-tree', spec.commit] });
    if (!read.ok) return read;
    const taken = spec.takeChanges
      ? await takeChanges(tools, env, (path) => claimed(path) && !spec.isOwn(path))
      : ok([]);
    if (!taken.ok) return taken;
    const redacted = await redactTexts(tools, env, claimed, spec.redact);
    if (!redacted.ok) return redacted;
    const written = await calls.must('write a tree', { at, env, args: ['write-tree'] });
    if (!written.ok) return written;
    const tree = written.value.out.trim();
    if (taken.value.length === 0 && redacted.value.length === 0)
      return ok({ commit: spec.commit, tree, redacted: [], taken: [] });
    const message = 'What the write lane starts from';
    const made = await writeCommit(calls, repository, who, { tree, parents: [spec.commit], message, at: spec.at });
    return made.ok ? ok({ commit: made.value, tree, redacted: redacted.value, taken: taken.value }) : made;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Puts what the source root's checkout changed in wanted files into the index; a file that is gone there goes. */
async function takeChanges(
  { calls, repository, folder }: Tools,
  env: Env,
  isWanted: (path: string) => boolean,
): Promise<Result<readonly string[], Problem>> {
  const { sourceRoot, gitDir } = repository;
  const place = { cwd: sourceRoot, gitDir, workTree: sourceRoot };
  const taken = await snapshot(calls, place, folder);
  if (!taken.ok) return taken;
  const changes = await changesBetween(calls, place, 'HEAD', taken.value.tree);
  if (!changes.ok) return changes;
  const wanted = changes.value.filter(
    ({ path, newMode, oldMode }) => isWanted(path) && regularFile.test(/^0+$/.test(newMode) ? oldMode : newMode),
  );
  const lines = wanted.map(({ path, newMode, newId }) =>
    /^0+$/.test(newMode) ? `0 ${'0'.repeat(newId.length)}\t${path}\0` : `${newMode} ${newId}\t${path}\0`,
  );
  const put = await putEntries(calls, repository, env, lines);
  return put.ok ? ok(wanted.map(({ path }) => path)) : put;
}

async function redactTexts(
  { calls, repository }: Tools,
  env: Env,
  claimed: (path: string) => boolean,
  redact: SeedSpec['redact'],
): Promise<Result<readonly string[], Problem>> {
  const at = central(repository);
  const listed = await calls.must('read an index', {
    at,
    env,
    args: ['ls-files', '-s', '-z'],
    maxBytes: mostTextBytes,
  });
  if (!listed.ok) return listed;
  const texts = splitNul(listed.value.out).flatMap((line) => {
    const [, mode = '', id = '', path = ''] = /^(\d+) (\w+) 0\t(.*)$/s.exec(line) ?? [];
    return regularFile.test(mode) && textFile.test(path) && claimed(path) ? [{ mode, id, path }] : [];
  });
  if (texts.length === 0) return ok([]);
  const read = await calls.must('read texts', {
    at,
    args: ['cat-file', '--batch'],
    input: texts.map(({ id }) => `${id}\n`).join(''),
    maxBytes: mostTextBytes,
  });
  if (!read.ok) return read;
  if (read.value.cut) return err(problems.gitFailed('read texts', because('the claimed texts are too large')));
  const lines: string[] = [];
  const changed: string[] = [];
  let offset = 0;
  for (const { mode, path } of texts) {
    const lineEnd = read.value.bytes.indexOf('\n', offset);
    const size = Number(read.value.bytes.toString('utf8', offset, lineEnd).split(' ')[2]);
    const bytes = read.value.bytes.subarray(lineEnd + 1, lineEnd + 1 + size);
    offset = lineEnd + size + 2;
    // In another encoding nothing can be found; the audit of what the lane leaves is the judge of that.
    if (!isUtf8(bytes)) continue;
    const text = bytes.toString('utf8');
    const clean = redact(text);
    if (clean === text) continue;
    const made = await calls.must('write a text', {
      at,
      args: ['hash-object', '-w', '--stdin', '--no-filters'],
      input: clean,
    });
    if (!made.ok) return made;
    lines.push(`${mode} ${made.value.out.trim()}\t${path}\0`);
    changed.push(path);
  }
  const put = await putEntries(calls, repository, env, lines);
  return put.ok ? ok(changed) : put;
}
