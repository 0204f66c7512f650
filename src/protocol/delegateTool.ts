import * as z from 'zod';

/** What the editor's chat may have delegated, after a person has confirmed it. */
export const delegateTool = {
  name: 'mam_delegate_job',
  description:
    'Hand a job to an agent session that MAM runs in this repository. A person confirms it first. Name the role or the session that does it, as mam_status shows them. Without claims the job may change no file. It returns the id of the job; look at it with mam_read_job.',
  input: z.object({
    prompt: z.string().trim().min(1).max(20_000).describe('What is to be done, and how one knows that it is.'),
    role: z.string().min(1).max(200).optional().describe('A role of which a session is open, such as implementer.'),
    session: z.string().min(1).max(200).optional().describe('The name or id of an open agent session.'),
    claims: z
      .array(z.string().min(1).max(500))
      .max(50)
      .optional()
      .describe(
        'Paths and globs that it may change, relative to the repository. Leave it out for a job that only looks.',
      ),
    task: z.string().min(1).max(200).optional().describe('The id of the task that it is for.'),
  }),
} as const;

export type DelegateInput = z.infer<typeof delegateTool.input>;
