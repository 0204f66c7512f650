/** Who an entry of the queue says is to do it; null where it says nothing. */
export const ownerRole = (body: string): string | null =>
  /^[-*][ \t]+Owner role:[ \t]*(\S.*)$/im.exec(body)?.[1]?.replaceAll('`', '').trim() ?? null;
