import * as z from 'zod';

/** A command of `mam` that only looks and prints one object. What a model names comes behind `--`, so that it is never an option. */
export interface LookCommand {
  readonly words: readonly string[];
  readonly named?: string | undefined;
  /** The only field of the object that is asked for. */
  readonly field?: string;
}

/** What such a command printed. */
export interface LookAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Something that a model may look at: the editor's chat and MCP clients get the same. */
export interface LookTool {
  readonly name: string;
  /** For the model. */
  readonly description: string;
  readonly input: z.ZodObject;
  /** Null where the input is not as agreed. */
  readonly command: (input: unknown) => LookCommand | null;
}

const named = z.string().min(1).max(200);

const tool = <Shape extends z.core.$ZodShape>(
  name: string,
  description: string,
  shape: Shape,
  command: (input: z.output<z.ZodObject<Shape>>) => LookCommand,
): LookTool => {
  const input = z.object(shape);
  return {
    name,
    description,
    input,
    command: (given) => {
      const read = input.safeParse(given ?? {});
      return read.success ? command(read.data) : null;
    },
  };
};

/** Names are verb and noun, with the product before them; nothing in here changes anything. */
export const lookTools: readonly LookTool[] = [
  tool(
    'mam_status',
    'Show how MAM stands in this repository: the loop, its tasks, sessions, worktrees, and what waits for a person.',
    {},
    () => ({ words: ['status'] }),
  ),
  tool('mam_list_tasks', 'List the tasks of the queue with their ids, priorities and how they stand.', {}, () => ({
    words: ['status'],
    field: 'queue',
  })),
  tool(
    'mam_explain_gate',
    'Explain the gate of a task rule by rule, with the proof of each and what would open it; without a task, the gates of all open tasks.',
    { task: named.optional().describe('The id of a task, such as T-2026-0014.') },
    ({ task }) => ({ words: ['gate'], named: task }),
  ),
  tool(
    'mam_list_jobs',
    'List the jobs that were delegated to sessions of agents, and what each still lacks to count as done.',
    {},
    () => ({ words: ['job', 'list'] }),
  ),
  tool(
    'mam_read_job',
    'Read one delegated job: its state, its attempts, and what is missing for it to count as done.',
    { job: named.describe('The id of a job, as mam_list_jobs shows it.') },
    ({ job }) => ({ words: ['job', 'show'], named: job }),
  ),
];
