/** A call of a tool: its label, which people read, and a mark by which it is told from others with the same label. */
export const markCall = (label: string, mark: string): string => `${label} #${mark}`;

/** What people read of a call. Older records hold nothing else. */
export const labelOfCall = (call: string): string => call.replace(/ #[0-9a-f]{12}$/, '');

/** Whether a call is the one that was asked about. One of an older record has no mark, so that its label decides. */
export const isAskedCall = (asked: string, call: string): boolean => asked === call || asked === labelOfCall(call);
