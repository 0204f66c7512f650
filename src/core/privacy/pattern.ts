/** A text as a part of an expression that stands for exactly this text. */
export const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
