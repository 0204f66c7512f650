/**
 * Secrets of jobs and sessions, made from one key of the user that never leaves this machine. The same question has the
 * same answer after a restart; none of the answers is stored.
 */
export interface JobKeys {
  /** What an agent shows to speak for an attempt of a job; base64url. */
  jobToken(job: string, attempt: number): string;
  /** What the hooks of a session's process show to speak for it; base64url. */
  sessionToken(session: string, generation: number): string;
  /** SHA-256 of a token in hex: all of it that is kept. */
  hash(token: string): string;
  /** Whether a token is the one with this hash, in constant time. */
  fits(token: string, hash: string): boolean;
  /** HMAC-SHA-256 of a text with the key of a job, in hex. */
  sign(job: string, text: string): string;
}
