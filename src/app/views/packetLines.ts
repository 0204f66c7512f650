import type { Mark, PacketLine } from '../../protocol/webview.ts';

export const line = (text: string, mark: Mark | null = null, detail = ''): PacketLine => ({ mark, text, detail });

export const good = (words: string): Mark => ({ words, icon: 'pass', tone: 'good' });
export const bad = (words: string): Mark => ({ words, icon: 'error', tone: 'bad' });
export const open = (words: string): Mark => ({ words, icon: 'circle-outline', tone: 'muted' });
