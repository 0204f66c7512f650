import { createHash, randomBytes } from 'node:crypto';

/** What a borrower shows to give a lease back. */
export const newToken = (): string => randomBytes(24).toString('base64url');

/** All that is kept of it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
