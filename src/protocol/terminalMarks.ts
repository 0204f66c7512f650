/** What a program tells its terminal beside what it draws. */
export type TerminalMark =
  /** Of a shell: a prompt begins, a command line begins, a command runs, or it ended; `code` null where it does not say. */
  | { readonly kind: 'prompt' | 'input' | 'runs' }
  | { readonly kind: 'ended'; readonly code: number | null }
  /** A person is to be told something. */
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'title'; readonly title: string };

/** Characters of one mark; a longer one is none, so that a stream without an end fills no memory. */
const longest = 4096;

type Where = 'text' | 'escape' | 'mark' | 'markEscape' | 'string' | 'stringEscape';

/**
 * Reads marks out of what a program writes to its terminal, in pieces that may end anywhere: OSC 0, 2, 9, 133, 633 and 777,
 * ended by BEL or ST. What only looks like one, as within another string of controls, is none.
 */
export function createMarkReader(): (text: string) => readonly TerminalMark[] {
  let where: Where = 'text';
  let body = '';
  let tooLong = false;

  const begin = (next: Where): void => {
    where = next;
    body = '';
    tooLong = false;
  };
  const after = (one: string): Where => {
    if (one === ']') return 'mark';
    // Device control, privacy, application and start of string go on to their end, whatever is in them.
    return 'P^_X'.includes(one) ? 'string' : one === '\u001B' ? 'escape' : 'text';
  };
  const take = (one: string): TerminalMark | null => {
    switch (where) {
      case 'text':
        if (one === '\u001B') where = 'escape';
        else if (one === '\u009D') begin('mark');
        return null;
      case 'escape':
        begin(after(one));
        return null;
      case 'string':
        if (one === '\u001B') where = 'stringEscape';
        else if (isCancel(one) || one === '\u009C') where = 'text';
        return null;
      case 'stringEscape':
        begin(one === '\\' ? 'text' : after(one));
        return null;
      case 'mark':
        if (one === '\u0007' || one === '\u009C') return end();
        if (one === '\u001B') where = 'markEscape';
        else if (isCancel(one)) where = 'text';
        else if (body.length < longest) body += one;
        else tooLong = true;
        return null;
      case 'markEscape':
        if (one === '\\') return end();
        begin(after(one));
        return null;
    }
  };
  const end = (): TerminalMark | null => {
    const mark = tooLong ? null : markOf(body);
    begin('text');
    return mark;
  };
  return (text) => {
    const marks: TerminalMark[] = [];
    for (const one of text) {
      const mark = take(one);
      if (mark !== null) marks.push(mark);
    }
    return marks;
  };
}

const isCancel = (one: string): boolean => one === '\u0018' || one === '\u001A';

function markOf(body: string): TerminalMark | null {
  const [number, ...rest] = body.split(';');
  const [first = '', second = ''] = rest;
  switch (number) {
    case '0':
    case '2':
      return { kind: 'title', title: rest.join(';') };
    case '9':
      // With a number before it, it is a word to one terminal, such as how far something is.
      return /^\d+$/.test(first) && (rest.length > 1 || first.length < 3) ? null : noticeOf(rest.join(';'));
    case '777':
      return first === 'notify'
        ? noticeOf(
            rest
              .slice(1)
              .filter((part) => part !== '')
              .join(': '),
          )
        : null;
    case '133':
    case '633':
      return shellMark(first, second);
    default:
      return null;
  }
}

const noticeOf = (text: string): TerminalMark | null => (text === '' ? null : { kind: 'notice', text });

function shellMark(letter: string, given: string): TerminalMark | null {
  switch (letter) {
    case 'A':
      return { kind: 'prompt' };
    case 'B':
      return { kind: 'input' };
    case 'C':
      return { kind: 'runs' };
    case 'D':
      return { kind: 'ended', code: /^-?\d{1,10}$/.test(given) ? Number(given) : null };
    default:
      return null;
  }
}
