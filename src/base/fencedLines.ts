/** A line of Markdown with what is needed to tell text from code. */
export interface MarkdownLine {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
  /** Inside a fenced block, its fence lines included. */
  readonly fenced: boolean;
  /** The line is itself a fence. */
  readonly fence: boolean;
  /** Info string of the block, first word, lower case. */
  readonly language: string;
  /** Belongs to a block that nothing closes. */
  readonly unclosed: boolean;
}

interface Fence {
  readonly mark: string;
  readonly info: string;
}

// Back-ticks after the mark make it code within a line, not a fence.
const fencePattern = /^ {0,3}(?:(`{3,})([^`]*)|(~{3,})(.*))$/s;

function readFence(line: string): Fence | null {
  const match = fencePattern.exec(line);
  return match ? { mark: match[1] ?? match[3] ?? '', info: (match[2] ?? match[4] ?? '').trim() } : null;
}

/**
 * Splits a text into lines (CRLF, CR or LF; a byte order mark is dropped) and marks fenced blocks.
 * A block that nothing closes ends before the first line that `breaks` accepts, else with the text.
 */
export function fencedLines(text: string, breaks: (line: string) => boolean = () => false): readonly MarkdownLine[] {
  const texts = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  const fences = texts.map(readFence);
  const lines: MarkdownLine[] = [];
  while (lines.length < texts.length) {
    const start = lines.length;
    const open = fences[start] ?? null;
    const block = open === null ? { end: start + 1, unclosed: false } : blockAt(start, open, texts, fences, breaks);
    const language = open?.info.split(/\s/)[0]?.toLowerCase() ?? '';
    for (let i = start; i < block.end; i++) {
      const fence = open !== null && (i === start || (i === block.end - 1 && !block.unclosed));
      const { unclosed } = block;
      lines.push({ number: i + 1, text: texts[i] ?? '', fenced: open !== null, fence, language, unclosed });
    }
  }
  return lines;
}

/** Where the block that `open` begins ends: the index after its last line. */
function blockAt(
  start: number,
  open: Fence,
  texts: readonly string[],
  fences: readonly (Fence | null)[],
  breaks: (line: string) => boolean,
): { readonly end: number; readonly unclosed: boolean } {
  let cut: number | null = null;
  for (let i = start + 1; i < texts.length; i++) {
    const fence = fences[i] ?? null;
    const same = fence?.mark.startsWith(open.mark) ?? false;
    if (same && fence?.info === '') return { end: i + 1, unclosed: false };
    // Another block begins after a breaking line: the fence that follows closes that one, so nothing closes ours.
    if (same && cut !== null) return { end: cut, unclosed: true };
    if (cut === null && breaks(texts[i] ?? '')) cut = i;
  }
  return { end: cut ?? texts.length, unclosed: true };
}
