/** Stands for a path that leaves the repository: such a path is private, and says nothing about the change. */
export const outsideRepository = '[redacted-local-path]';

/**
 * A changed file as somebody may write it, relative to the root with `/`: without back-ticks and `./`, an absolute path
 * inside the root made relative. Null for nothing; `outsideRepository` for what leaves the root.
 */
export function normaliseChangedFile(text: string, root: string): string | null {
  const clean = text.replace(/^[\s`]+|[\s`]+$/g, '').replaceAll('\\', '/');
  if (clean === '') return null;
  const top = root.replaceAll('\\', '/').replace(/\/$/, '');
  const absolute = clean.startsWith('/') || /^[A-Za-z]:/.test(clean);
  if (absolute && clean !== top && !clean.startsWith(`${top}/`)) return outsideRepository;
  const parts: string[] = [];
  for (const part of (absolute ? clean.slice(top.length) : clean).split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length === 0) return outsideRepository;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return parts.length === 0 ? null : parts.join('/');
}
