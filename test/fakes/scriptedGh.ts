import type * as NodeFs from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ForgeWorld } from './memoryForge.ts';

/** What the program does instead of answering. */
export interface GhTrouble {
  readonly exitCode?: number;
  readonly says?: string;
  readonly answers?: string;
  readonly hangs?: boolean;
  /** An issue is there only this much later, in milliseconds, whoever still waits for it. */
  readonly opensAfterMs?: number;
}

/**
 * A program `gh` in a folder of its own that answers out of a world, in the forms in which gh answers: lists end at 30
 * unless told, only fields that were asked for are there, and an issue that is not there is an error.
 */
export async function writeGh(folder: string, world: ForgeWorld, trouble: GhTrouble = {}): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'world.json'), JSON.stringify({ world, trouble }));
  const path = join(folder, 'gh');
  await writeFile(path, `#!${process.execPath}\n(${String(program)})(require('node:fs'), __dirname, process);\n`);
  await chmod(path, 0o755);
  return path;
}

/** Arguments and environment of each call so far. */
export async function callsOf(
  folder: string,
): Promise<readonly { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }[]> {
  const text = await readFile(join(folder, 'calls.jsonl'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Runs as a program of its own: nothing of this file is there. */
function program(fs: typeof NodeFs, folder: string, me: NodeJS.Process): void {
  const { world, trouble }: { world: ForgeWorld; trouble: GhTrouble } = JSON.parse(
    fs.readFileSync(`${folder}/world.json`, 'utf8'),
  );
  const args = me.argv.slice(2);
  fs.appendFileSync(`${folder}/calls.jsonl`, `${JSON.stringify({ args, env: me.env })}\n`);
  const fail = (says: string, code = 1): void => {
    me.stderr.write(`${says}\n`);
    me.exitCode = code;
  };
  if (trouble.hangs === true) return void setTimeout(() => undefined, 600_000);
  if (trouble.answers !== undefined) return void me.stdout.write(trouble.answers);
  if (trouble.exitCode !== undefined) return fail(trouble.says ?? '', trouble.exitCode);
  const option = (name: string): string | undefined => {
    const inline = args.find((arg) => arg.startsWith(`--${name}=`));
    return (
      inline?.slice(name.length + 3) ?? (args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : undefined)
    );
  };
  const fields = (option('json') ?? '').split(',');
  const pick = (whole: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(fields.map((field) => [field, whole[field]]));
  if (args[0] === 'issue' && args[1] === 'view') {
    const state = world.issues[args[2] ?? ''];
    if (state === undefined || state === 'absent')
      return fail(
        `GraphQL: Could not resolve to an issue or pull request with the number of ${args[2]}. (repository.issue)`,
      );
    return void me.stdout.write(JSON.stringify(pick({ state: state.toUpperCase(), number: Number(args[2]) })));
  }
  if (args[0] === 'issue' && args[1] === 'list') {
    const found = (world.opened ?? [])
      .filter((one) => option('state') === 'all' || world.issues[one.number] === (option('state') ?? 'open'))
      .toReversed()
      .slice(0, Number(option('limit') ?? 30));
    return void me.stdout.write(
      `${JSON.stringify(found.map((one) => pick({ ...one, number: Number(one.number) })))}\n`,
    );
  }
  if (args[0] === 'issue' && args[1] === 'create') {
    if (option('title') === undefined || option('body') === undefined) return fail('must provide title and body');
    return void setTimeout(() => {
      // Another call may have opened one meanwhile.
      const { world: now }: { world: ForgeWorld } = JSON.parse(fs.readFileSync(`${folder}/world.json`, 'utf8'));
      const number = String(1 + Math.max(0, ...Object.keys(now.issues).map(Number)));
      now.issues[number] = 'open';
      now.opened?.push({ number, title: option('title') ?? '', body: option('body') ?? '' });
      fs.writeFileSync(`${folder}/world.json`, JSON.stringify({ world: now, trouble }));
      me.stdout.write(`https://github.com/example/example/issues/${number}\n`);
    }, trouble.opensAfterMs ?? 0);
  }
  if (args[0] === 'pr' && args[1] === 'list') {
    const found = world.pullRequests
      .filter((one) => option('state') === 'all' || one.state === (option('state') ?? 'open'))
      .filter((one) => option('head') === undefined || one.head === option('head'))
      .filter((one) => option('base') === undefined || one.base === option('base'))
      .slice(0, Number(option('limit') ?? 30));
    const replies = found.map((one) =>
      pick({
        number: one.number,
        headRefName: one.head,
        headRefOid: one.headCommit,
        baseRefName: one.base,
        state: one.state.toUpperCase(),
        isCrossRepository: one.fork,
        files: (world.files[one.number] ?? []).slice(0, 100).map(([path]) => ({ path, additions: 1, deletions: 0 })),
      }),
    );
    return void me.stdout.write(`${JSON.stringify(replies)}\n`);
  }
  const number = /^repos\/\{owner\}\/\{repo\}\/pulls\/(\d+)\/files\?per_page=100$/.exec(args[2] ?? '')?.[1];
  if (args[0] === 'api' && args[1] === '--paginate' && number !== undefined) {
    for (const file of world.files[Number(number)] ?? []) me.stdout.write(`${JSON.stringify(file)}\n`);
    return;
  }
  fail(`unknown command "${args.join(' ')}" for "gh"`);
}
