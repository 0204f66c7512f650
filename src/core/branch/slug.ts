/** Most characters of a slug. */
const longest = 60;

/** A name for branches and folders: lower case ASCII, one dash between words, at most 60 characters; never empty. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, longest)
    .replace(/-+$/, '') || 'agent-loop-task';
