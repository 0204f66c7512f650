import { problem, type Problem } from '../../base/problem.ts';

// What a question to a Gitea can end with. The text is the key of its translations.

export const giteaNoRemote = (): Problem =>
  problem(
    'forge.none',
    'Nothing is known about issues and pull requests, since no remote is on the Gitea that mam.forge.url names. Set it to the address of the service.',
  );

export const giteaSignedOut = (url: string): Problem =>
  problem(
    'forge.signedOut',
    '{url} wants to know who asks, so nothing is known about issues and pull requests. Put an access token into MAM_GITEA_TOKEN.',
    { url },
  );

export const giteaNotNamed = (url: string): Problem =>
  problem(
    'forge.signedOut',
    '{url} wants to know who asks, and no token is sent to an address that only a remote names. Set mam.forge.url to the address of your Gitea.',
    { url },
  );

export const giteaRefused = (url: string): Problem =>
  problem(
    'forge.signedOut',
    '{url} refuses the access token, so nothing is known about issues and pull requests. Put one that may read this repository into MAM_GITEA_TOKEN.',
    { url },
  );

/** Nobody knows whether the question arrived, nor what the answer was. */
export const giteaUnanswered = (url: string): Problem =>
  problem(
    'forge.unanswered',
    '{url} gave no answer, so nothing is known about issues and pull requests. Try again in a moment.',
    { url },
  );

export const giteaOffline = (url: string): Problem =>
  problem(
    'forge.offline',
    '{url} can’t be reached, so nothing is known about issues and pull requests. Try again when it can.',
    { url },
  );

export const giteaFailed = (action: string, reason: string): Problem =>
  problem('forge.failed', 'Gitea could not {action}: {reason}', { action, reason });
