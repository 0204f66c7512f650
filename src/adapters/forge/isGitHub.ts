/** The host of a remote's address, in lower case; null for a path of this machine. */
const hostOf = (url: string): string | null =>
  (
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/:]+)/i.exec(url) ?? /^(?:[^@/:]+@)?([^/:]{2,}):(?!\/\/)/.exec(url)
  )?.[1]?.toLowerCase() ?? null;

/** Whether a remote is on GitHub: github.com, a GitHub of a company by its usual name, or the one that `GH_HOST` names. */
export function isGitHub(url: string, ghHost: string | undefined): boolean {
  const host = hostOf(url);
  return host !== null && (/(?:^|\.)github\.com$|^github\./.test(host) || host === ghHost?.toLowerCase());
}
