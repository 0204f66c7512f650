/** The one form of a task's id. */
export const taskIdForm = /^T-\d{4}-\d{4}$/;

export const isTaskId = (text: string): boolean => taskIdForm.test(text);
