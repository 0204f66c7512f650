/** Hand-over notes in which nothing is missing, as a person writes them into a task's entry or plan. */
export const handoffNotes = `### Session Handoff

- Role: Implementer
- Lifecycle stage: implemented
- Branch / worktree: the integration branch
- Task: this one
- Current status: ready for review
- Files touched: a.txt
- Commands run: npm test
- Results: all passed
- Validation evidence: the run of npm test
- Blockers: none
- Open risks: none known
- Next action: ship it
- Next safe command: git status
- Reviewer focus: the text
`;
