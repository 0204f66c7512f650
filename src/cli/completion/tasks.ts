/** For any shell: the ids of the tasks in the queue of the checkout that it stands in, or nothing. */
export const listTasks = String.raw`sed -n 's/^## *\(T-[0-9]*-[0-9]*\) .*/\1/p' "$(git rev-parse --git-common-dir 2>/dev/null)/../tasks/queue.md" 2>/dev/null`;
