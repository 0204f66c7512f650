const passWords: ReadonlySet<string> = new Set(['pass', 'passed', 'approved', 'ready-for-ship', 'done', 'clear']);

/** Whether a status word belongs to the pass family: exact words, case ignored. Everything else is not a pass. */
export const isPassWord = (status: string): boolean => passWords.has(status.trim().toLowerCase());
