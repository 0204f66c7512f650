import { problem, type Problem } from '../../base/problem.ts';

// Every sentence that a question to a forge can end with. The text is the key of its translations.

export const notChosen = (): Problem =>
  problem('forge.none', 'Nothing is known about issues and pull requests, since mam.forge is set to none.');

export const noneFound = (): Problem =>
  problem('forge.none', 'Nothing is known about issues and pull requests, since no remote is on GitHub.');

/** gh only counts hosts that somebody signed in to. */
export const noKnownRemote = (): Problem =>
  problem(
    'forge.none',
    'Nothing is known about issues and pull requests, since gh knows no remote of this repository. Run gh auth login for its host, or set mam.forge to none.',
  );

export const ghMissing = (): Problem =>
  problem(
    'forge.missing',
    'The GitHub CLI gh was not found, so nothing is known about issues and pull requests. Install it, or set mam.forge to none.',
  );

export const signedOut = (): Problem =>
  problem(
    'forge.signedOut',
    'gh is not signed in, so nothing is known about issues and pull requests. Run gh auth login.',
  );

export const offline = (): Problem =>
  problem(
    'forge.offline',
    'GitHub can’t be reached, so nothing is known about issues and pull requests. Try again when it can.',
  );

/** Unlike without a network, nobody knows whether the question arrived, nor what the answer was. */
export const unanswered = (): Problem =>
  problem(
    'forge.unanswered',
    'GitHub gave no answer in time, so nothing is known about issues and pull requests. Try again in a moment.',
  );

export const failed = (action: string, reason: string): Problem =>
  problem('forge.failed', 'gh could not {action}: {reason}', { action, reason });
