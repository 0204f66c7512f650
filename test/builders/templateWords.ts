/** Attributes whose text people see or hear. */
const spoken = /\s(?:aria-label|aria-description|title|alt|placeholder|label|summary)="([^"]*)"/g;

/** The bodies of all `html` templates of a source, nested ones of their own, each with its holes emptied. */
export function gluedTemplates(source: string): readonly string[] {
  const found: string[] = [];
  let at = source.indexOf('html`');
  while (at >= 0) {
    const { text } = body(source, at + 5, found);
    found.push(text);
    at = source.indexOf('html`', end(source, at + 5));
  }
  return found;
}

const end = (source: string, from: number): number => body(source, from, []).next;

/** Reads a template to its end; what stands in its holes is read as code, where further templates may begin. */
function body(source: string, from: number, found: string[]): { readonly text: string; readonly next: number } {
  let text = '';
  let at = from;
  while (at < source.length && source[at] !== '`') {
    if (source.startsWith('${', at)) {
      at = hole(source, at + 2, found);
      text += '\u0000';
    } else {
      text += source[at] ?? '';
      at += source[at] === '\\' ? 2 : 1;
    }
  }
  return { text, next: at + 1 };
}

function hole(source: string, from: number, found: string[]): number {
  let at = from;
  for (let depth = 1; at < source.length;) {
    const sign = source[at];
    if (sign === '`') {
      const isPage = source.slice(0, at).endsWith('html');
      const inner = body(source, at + 1, found);
      if (isPage) found.push(inner.text);
      at = inner.next;
      continue;
    }
    if (sign === "'" || sign === '"') {
      at = source.indexOf(sign, at + 1) + 1;
      continue;
    }
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return at;
}

/** The words that templates show by themselves: text between tags, and what attributes say. */
export const templateWords = (source: string): readonly string[] =>
  gluedTemplates(source).flatMap((template) => {
    const told = [...template.matchAll(spoken)].map(([, value = '']) => value);
    const text = template.replaceAll(/<!--.*?-->/gs, ' ').replaceAll(/<[^>]*>/gs, '\u0000');
    return [...told, ...text.split('\u0000')]
      .map((one) => one.replaceAll('\u0000', '').trim())
      .filter((one) => one !== '');
  });
