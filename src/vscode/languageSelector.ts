/** The documents that the language server knows, as plain Markdown on disk: tasks, plans, reports and what MAM writes. */
export const languageSelector = [
  '**/tasks/queue.md',
  '**/docs/plans/**/*.md',
  '**/reports/agent_loop/active/**/*.md',
  '**/.mam/jobs/*/{brief,report}.md',
  '**/.mam/jobs/*/*/{brief,report}.md',
].map((pattern) => ({ scheme: 'file', pattern }));
