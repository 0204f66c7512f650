/** The documents that the language server knows: task queues on disk, as plain Markdown. */
export const queueSelector = { scheme: 'file', pattern: '**/tasks/queue.md' } as const;
