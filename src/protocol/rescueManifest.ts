import * as z from 'zod';

const mode = z.int().min(0).max(0o7777);

/** A path below a worktree, which leads nowhere else and is no file of git's own. */
const inside = z
  .string()
  .refine((path) => !path.split(/[/\\]/).includes('..') && !/^(?:[/\\]|[A-Za-z]:[/\\]|\.git(?:[/\\]|$))/.test(path));

const entry = z.object({
  path: inside,
  kind: z.enum(['file', 'link', 'folder']),
  mode,
  bytes: z.number(),
  mtimeMs: z.number(),
});

const about = {
  /** Of the ref, below `refs/mam/rescue/`. */
  name: z.string(),
  /** Where the worktree was, absolute. */
  path: z.string(),
  branch: z.string().nullable(),
  head: z.string().nullable(),
  /** Tree of what was staged; null when conflicts kept it from being written. */
  staged: z.string().nullable(),
  /** Tracked files that were not there. */
  deleted: z.array(inside),
  /** Modes of what git does not give back as they were: tracked files and folders, by path; the worktree itself is `.`. */
  modes: z.record(inside, mode),
};

const first = z.object({
  version: z.literal(1),
  ...about,
  entries: z.array(entry.omit({ mtimeMs: true })),
});

const second = z
  .object({
    version: z.literal(2),
    ...about,
    /** Git's folder of the worktree, absolute; the repositories of its submodules lay below it. */
    gitDir: z.string().nullable(),
    entries: z.array(entry),
    /** Sockets and pipes that were there, which no copy holds. */
    specials: z.array(z.string()),
  })
  .readonly();

/** What lies beside the kept files of a worktree. */
export type RescueManifest = z.infer<typeof second>;

/** Null for what is none, or of a version that is not known here. */
export function readRescueManifest(text: string): RescueManifest | null {
  try {
    const found: unknown = JSON.parse(text);
    const old = first.safeParse(found);
    if (old.success) return second.parse(upgrade(old.data));
    return second.parse(found);
  } catch {
    return null;
  }
}

/** The first version told no times: they were those of the kept files. Its submodules were never among them. */
const upgrade = (old: z.infer<typeof first>) => ({
  ...old,
  version: 2,
  gitDir: null,
  entries: old.entries.map((one) => ({ ...one, mtimeMs: -1 })),
  specials: [],
});
